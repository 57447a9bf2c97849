import { mutantsOf } from '../mutant.ts'

const forms = ['server/src/features/forms/signed-pdf.test.ts']
const decisions = ['server/src/clinic/records/own-record.test.ts']

/** Nobody of the staff decides about a record of their own. */
export const ownRecords = [
  ...mutantsOf('server/src/features/forms/countersign.ts', forms, [
    [
      'await refuseOwnRecord(db, user, record.patient_id, record.signer_id)',
      '',
      'staff sign below a form of their own',
    ],
    [', record.signer_id)', ')', 'a caregiver signs below the own form'],
  ]),
  ...mutantsOf('server/src/clinic/records/own-record.ts', decisions, [
    ['if (rows.length > 0)', 'if (false)', 'staff decide about their own record'],
    ['c.patient_id = any(${ids}::uuid[]) and', 'false and', 'a caregiver decides about the record of the patient'],
    ['and login_id = ${login} and patient_id', 'and false and patient_id', 'a patient decides about the own record'],
  ]),
  ...mutantsOf('server/src/features/scan-access/routes.ts', decisions, [
    ['  await refuseOwnRecord(db, user, patient.patient)\n', '', 'staff open their own scans'],
  ]),
  ...mutantsOf('server/src/features/reimbursements/change.ts', decisions, [
    ['  await refuseOwnRecord(db, user, known.patient_id)\n', '', 'staff approve their own reimbursement'],
  ]),
  ...mutantsOf('server/src/features/screening/routes.ts', decisions, [
    ['      await refuseOwnRecord(db, user, patient)\n', '', 'staff clear themselves for a scan'],
  ]),
]
