import type { RequestStatus } from '@fornix/contract'
import { dayInWords } from '../../ui/display/days.ts'

const words: Record<RequestStatus, (until: string) => string> = {
  none: () => 'Not open to the patient',
  pending: () => 'Access requested',
  approved: (until) => (until ? `Open until ${until}` : 'Open to the patient'),
  declined: () => 'Access declined',
  expired: (until) => `Access expired ${until}`,
  revoked: () => 'Access revoked',
}

/** What a patient may open of a scan, worded for staff. `access_until` is YYYY-MM-DD. */
export const accessWords = (scan: { access: RequestStatus; access_until: string | null }) =>
  words[scan.access](dayInWords(scan.access_until ?? ''))
