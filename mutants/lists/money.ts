import { mutantsOf } from '../mutant.ts'

const tests = ['server/src/features/reimbursements/reimbursements.test.ts']

/** What is paid, to whom, and how often. */
export const money = [
  ...mutantsOf('server/src/features/reimbursements/change.ts', tests, [
    ['version !== known.version', 'version < 0', 'a stale edit is accepted'],
    [
      "status === 'Paid' ? (wanted.amount ?? ref('amount')) : null",
      "wanted.amount ?? ref('amount')",
      'what is not paid counts as paid',
    ],
    ["(wanted.amount ?? ref('amount'))", "ref('amount')", 'paid is the amount before the change'],
    ["if (statusesWithReason.includes(status) && comment === '')", 'if (false)', 'a refusal needs no reason'],
    [
      "wanted.comment ?? (isMoved ? '' : known.comment)",
      'wanted.comment ?? known.comment',
      'a reason stays when the request moves on',
    ],
    [
      'if (isMoved || comment !== known.comment || Number(amount) !== Number(known.amount))',
      'if (isMoved)',
      'a changed amount leaves no history',
    ],
    ['  if (isMoved)\n    await mailStatus', '  await mailStatus', 'every edit mails the patient'],
    ['version: sql<number>`version + 1`', 'version: sql<number>`version`', 'an edit does not make others stale'],
    ['    await dropReceipt(db, known.file_id)\n', '', 'a replaced receipt stays'],
  ]),
  ...mutantsOf('server/src/features/reimbursements/queries.ts', tests, [
    [" and status <> 'Rejected'`", '`', 'totals count what was rejected'],
    [
      'where patient_id = ${patient} and deleted_at is null and status',
      'where patient_id = ${patient} and status',
      'totals count what was deleted',
    ],
    ['where patient_id = ${patient} and deleted_at is null', 'where deleted_at is null', 'totals count everybody'],
    ['where r.deleted_at is null and ${condition}', 'where ${condition}', 'lists show what was deleted'],
    ['coalesce(sum(amount), 0)::numeric(12, 2)::text', 'coalesce(sum(amount), 0)::float8::text', 'money is a float'],
    [
      ".where('r.reimbursement_id', '=', id)\n    .where('p.deleted_at', 'is', null)",
      ".where('r.reimbursement_id', '=', id)",
      'a deleted patient’s request is paid',
    ],
    ["    .forUpdate('r')\n", '', 'two decisions at once are both taken'],
    ["    .where('r.deleted_at', 'is', null)\n", '', 'the receipt of a deleted request is opened'],
  ]),
  ...mutantsOf('server/src/clinic/records/stored-files.ts', tests, [
    ["    .where('p.deleted_at', 'is', null)\n", '', 'the receipt of a deleted patient is opened'],
  ]),
  ...mutantsOf('server/src/features/reimbursements/routes.ts', tests, [
    [
      "if (located.status === 'Paid') throw conflict(",
      "if (located.status === 'Nothing') throw conflict(",
      'a paid request is deleted',
    ],
    [".where('reimbursement_id', '=', params.id)\n", '', 'all requests are deleted with one'],
    [
      'patient_id, file_id, amount, description, category })',
      "patient_id, file_id, amount, description, category, status: 'Paid' })",
      'a request begins as paid',
    ],
  ]),
  ...mutantsOf('contract/src/reimbursements.ts', tests, [
    ['/^\\d{1,5}(\\.\\d{1,2})?$/', '/^-?\\d{1,5}(\\.\\d{1,2})?$/', 'an amount below zero'],
    ['/^\\d{1,5}(\\.\\d{1,2})?$/', '/^\\d{1,5}(\\.\\d+)?$/', 'fractions of a cent'],
    ['(text) => /[1-9]/.test(text)', '() => true', 'an amount of nothing'],
    ['maxBytes: maxReceiptBytes', 'maxBytes: 2 * maxReceiptBytes', 'receipts of twice the size'],
    ["types: ['pdf', 'png', 'jpeg', 'svg']", "types: ['pdf', 'png', 'jpeg', 'svg', 'zip']", 'a ZIP file as a receipt'],
    ["= ['On Hold', 'Rejected']", "= ['Rejected']", 'on hold without a reason'],
  ]),
]
