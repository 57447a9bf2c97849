import { imagingRetention } from './clinic/imaging/archive/retention.ts'
import { peopleRetention } from './clinic/people/retention.ts'
import { purgeFiles, recordRetention } from './clinic/records/retention.ts'
import type { PurgeThings, TableRetention } from './clinic/retention/rules.ts'
import { appointmentRetention } from './features/appointments/retention.ts'
import { contactRetention } from './features/contact/retention.ts'
import { draftRetention } from './features/drafts/retention.ts'
import { formRetention } from './features/forms/retention.ts'
import { notificationRetention } from './features/notifications/retention.ts'
import { purgeReimbursements, reimbursementRetention } from './features/reimbursements/retention.ts'
import { scanAccessRetention } from './features/scan-access/retention.ts'
import { surveyRetention } from './features/surveys/retention.ts'

/** How long each table's rows are kept, as the features declare it. */
export const retentionRules: TableRetention[] = [
  ...recordRetention,
  ...peopleRetention,
  ...imagingRetention,
  ...appointmentRetention,
  ...contactRetention,
  ...draftRetention,
  ...formRetention,
  ...notificationRetention,
  ...reimbursementRetention,
  ...scanAccessRetention,
  ...surveyRetention,
]

/** In this order: a receipt is kept as long as its request. */
export const purges: PurgeThings[] = [purgeReimbursements, purgeFiles]
