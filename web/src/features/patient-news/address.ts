import type { News } from '@fornix/contract'
import { paths } from '../../platform/base/paths.ts'

/** Where the subject of the news can be seen. */
export const addressOf: Record<News['kind'], (news: News) => string> = {
  message: ({ item_id }) => paths.messageThread(item_id),
  file: () => paths.files,
  access: () => paths.scan,
  images: () => paths.scan,
  report: () => paths.scan,
  claim: () => paths.patientTab('reimbursement'),
  visit: () => paths.patientTab('appointment'),
  reminder: () => paths.patientTab('appointment'),
}
