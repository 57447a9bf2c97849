import { pushDays } from '@fornix/contract'
import { patientRows, type TableRules } from '../../clinic/retention/rules.ts'

export const noticeRetention: TableRules[] = [
  // Caregivers: asked when something that one of them did is told to the patient.
  { table: 'notice_choices', ...patientRows('record'), onMerge: { reason: 'are what the account has chosen' } },
  // A caregiver’s transaction counts what is unsent to the patient’s browsers, and sees no more.
  {
    table: 'push_subscriptions',
    ...patientRows('record'),
    expires: { since: 'seen_at', hours: pushDays * 24 },
    onMerge: { reason: 'are of the account, and end with its sessions' },
  },
]
