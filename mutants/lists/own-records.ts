import { mutantsOf } from '../mutant.ts'

const forms = ['server/src/features/forms/signed-pdf.test.ts']
const decisions = ['server/src/clinic/records/own-record.test.ts']

/** Nobody of the staff decides about a record of their own. */
export const ownRecords = [
  ...mutantsOf('server/src/features/forms/countersign.ts', forms, [
    [
      'await refuseOwnRecord(db, user, record.patient_id, record.signer_id)',
      '',
      'staff countersign a form of their own',
    ],
    [', record.signer_id)', ')', 'a caregiver countersigns a form of their own'],
  ]),
  ...mutantsOf('server/src/clinic/records/own-record.ts', decisions, [
    ['if (rows.length > 0)', 'if (false)', 'staff decide about their own record'],
    ["or ${isNamed('c')} and", 'or false and', 'a caregiver decides about the record of the patient'],
    ["and ${isNamed('p')}", 'and false', 'staff decide about their own record as a patient'],
  ]),
  ...mutantsOf(
    'server/src/clinic/records/own-record.ts',
    ['server/src/features/record-merge/safety.test.ts'],
    [
      [
        '    or exists (select from record_merges m where',
        '    or false and exists (select from record_merges m where',
        'staff decide about the record that theirs was merged into',
      ],
    ],
  ),
  ...mutantsOf(
    'server/migrations/0230_late_matches.sql',
    ['server/src/features/scan-access/own-images.test.ts'],
    [
      [
        "           and not (r.status = 'declined' and coalesce(r.ground, '') in ('form_incomplete', 'form_signer', 'not_held'))\n",
        '',
        'a decline for the form closes a scan that nobody closed',
      ],
    ],
  ),
  ...mutantsOf('server/src/features/scan-access/routes.ts', decisions, [
    ['  await refuseOwnRecord(db, user, patient.patient)\n', '', 'staff open their own scans'],
  ]),
  ...mutantsOf('server/src/features/unmatched-studies/routes.ts', decisions, [
    [
      '    await refuseOwnRecord(db, user, patient.patient)\n',
      '',
      'an admin gives the scan of somebody else to themselves',
    ],
  ]),
  ...mutantsOf('server/src/features/imaging/measurements/routes.ts', decisions, [
    ['    await refuseOwnRecord(db, user, patient)\n', '', 'a physician releases a report to themselves'],
  ]),
  ...mutantsOf('server/src/features/reimbursements/change.ts', decisions, [
    ['  await refuseOwnRecord(db, user, existing.patient_id)\n', '', 'staff approve their own reimbursement'],
  ]),
  ...mutantsOf('server/src/features/screening/routes.ts', decisions, [
    ['      await refuseOwnRecord(db, user, patient)\n', '', 'staff clear themselves for a scan'],
  ]),
]
