import { pushDays } from '@fornix/contract'
import { ownRows, type TableRules } from '../../clinic/retention/rules.ts'

export const noticeRetention: TableRules[] = [
  // Caregivers: asked when something that one of them did is told to the patient.
  {
    table: 'notice_choices',
    patientsSee: { by: 'patient_id', caregivers: 'record' },
    ofPatient: ownRows,
    onMerge: { reason: 'are what the account has chosen' },
  },
  // A caregiver’s transaction counts what is unsent to the patient’s browsers, and sees no more.
  {
    table: 'push_subscriptions',
    patientsSee: { by: 'patient_id', caregivers: 'record' },
    ofPatient: ownRows,
    expires: { since: 'seen_at', hours: pushDays * 24 },
    onMerge: { reason: 'are of the account, and end with its sessions' },
  },
]
