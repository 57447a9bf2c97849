import { mutantsOf } from '../mutant.ts'

const twoPeople = ['server/src/features/reimbursements/second-person.test.ts']
const answers = ['server/src/features/reimbursements/answer.test.ts']
const told = ['server/src/features/reimbursements/told.test.ts']
const expenses = ['server/src/features/reimbursements/expense-date.test.ts']
const tests = ['server/src/features/reimbursements/reimbursements.test.ts']

/** What is paid, to whom, and how often. */
export const money = [
  ...mutantsOf('server/src/features/reimbursements/change.ts', tests, [
    ['version !== existing.version', 'version < 0', 'a stale edit is accepted'],
    ["paid_amount: status === 'Paid' ? amount : null", 'paid_amount: amount', 'what is not paid counts as paid'],
    [
      "status === 'Paid' ? amount : null",
      "status === 'Paid' ? existing.amount : null",
      'paid is the amount before the change',
    ],
    [
      "if (statusesWithReason.includes(decision.status) && decision.comment === '')",
      'if (false)',
      'a refusal needs no reason',
    ],
    [
      "comment ?? (status === existing.status ? existing.comment : '')",
      'comment ?? existing.comment',
      'a reason stays when the request moves on',
    ],
    [
      'if (isOfMoney(existing, decision) || comment !== existing.comment)',
      'if (status !== existing.status)',
      'a changed amount leaves no history',
    ],
    ['claimNewsOf(existing, decision)', "claimNewsOf(existing, decision) ?? 'status'", 'every edit mails the patient'],
    [
      'comment: comment || same.comment',
      "comment: comment ?? ''",
      'whoever confirms has to give the reason again',
      { tests: twoPeople },
    ],
    ["await note(context, existing, 'reimbursement.confirm')", '', 'nobody learns who confirmed', { tests: twoPeople }],
    ['version: sql<number>`version + 1`', 'version: sql<number>`version`', 'an edit does not make others stale'],
    ['    await dropReceipt(db, existing.file_id)\n', '', 'a replaced receipt stays'],
  ]),
  ...mutantsOf('server/src/features/reimbursements/answer.ts', answers, [
    ['if (existing.version !== version)', 'if (false)', 'what was asked before is answered'],
    ['if (await isAnswered(db, id, answer_key))', 'if (false)', 'a repeated answer is refused'],
    ['    return discard()\n', '    return\n', 'the receipt of a repeated answer stays in the store'],
    ["if (note === '' && !file)", 'if (false)', 'an answer says nothing'],
    ["status: 'Submitted', comment: '',", "status: 'Submitted',", 'what was asked stays after the answer'],
    ['file && existing.file_id', 'undefined', 'the receipt before an answer is lost'],
  ]),
  ...mutantsOf('server/src/clinic/records/not-future.ts', expenses, [
    ['day > (await todayOf(db))', "day > '9999'", 'an expense of tomorrow'],
  ]),
  ...mutantsOf('server/migrations/0097_reimbursement_answers.sql', answers, [
    ["or status = 'On Hold')", 'or true)', 'a patient changes what is decided'],
    ["or status = 'Submitted')", 'or true)', 'a patient decides'],
  ]),
  ...mutantsOf('server/migrations/0109_claim_columns.sql', answers, [
    [
      'to_jsonb(new) - answered is distinct from to_jsonb(old) - answered',
      'false',
      'a patient changes what was asked for and paid',
    ],
    [" or new.comment <> ''", '', 'a patient writes what staff say'],
    ["(status = 'Submitted' and comment = '' and paid_amount is null)", 'true', 'a request begins as paid'],
  ]),
  ...mutantsOf('server/src/features/reimbursements/retention.ts', answers, [
    ['|| t.file_id as receipts', 'as receipts', 'the last receipt stays for ever'],
    [
      'rows.flatMap(({ receipts }) => receipts)',
      'rows.flatMap(({ receipts }) => receipts.slice(-1))',
      'receipts before an answer stay for ever',
    ],
  ]),
  ...mutantsOf('server/src/features/reimbursements/second-person.ts', twoPeople, [
    ['h.answer_key is not null', 'false', 'a decision counts though the patient sent another receipt since'],
    ['if (same.decided_by === user.person)', 'if (false)', 'one person decides twice'],
    ['Math.max(...amounts) > Number(limit)', 'false', 'nothing needs two people'],
    [
      'Math.max(...amounts) > Number(limit)',
      'Math.max(...amounts) >= Number(limit)',
      'the amount itself needs two people',
    ],
    ["existing.status === 'Paid' ? [Number(existing.amount)] : []", '[]', 'one person takes back what two have paid'],
    ["(await mayDecide(db, same.decided_by)) ? 'second' : 'waits'", "'second'", 'who has left is one of two'],
    [' && Number(waiting.amount) === Number(amount)', '', 'another amount is confirmed than was decided'],
    ['waiting?.status === status && ', 'waiting && ', 'another status is confirmed than was decided'],
  ]),
  ...mutantsOf(
    'web/src/features/reimbursements/EditDrawer.tsx',
    ['web/src/features/reimbursements/reimbursements.test.tsx'],
    [
      ['    latest.current = now\n', '', 'what is saved over a change stands on the request before it'],
      [
        'keysOf(before).filter(isSent)',
        'keysOf(before)',
        'a correction of the text takes back what somebody else decided',
      ],
      [
        "name === 'comment' && isChanged('status')",
        'false',
        'a reason that was typed again does not go with its status',
      ],
    ],
  ),
  ...mutantsOf('contract/src/reimbursement-statuses.ts', twoPeople, [
    [
      "statusesForTwo: readonly ReimbursementStatus[] = ['Approved', 'Paid']",
      "statusesForTwo: readonly ReimbursementStatus[] = ['Approved']",
      'one person pays',
    ],
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
    [
      ".where('f.deleted_at', 'is', null)\n    .where('r.deleted_at', 'is', null)",
      ".where('f.deleted_at', 'is', null)",
      'the receipt of a deleted request is opened',
    ],
    [
      ".where('f.deleted_at', 'is', null)\n    .where('r.deleted_at', 'is', null)",
      ".where('r.deleted_at', 'is', null)",
      'a receipt that was removed is opened',
      { tests: answers },
    ],
    [
      ".where('h.replaced_file_id', '=', id)\n    .where('r.deleted_at', 'is', null)",
      ".where('h.replaced_file_id', '=', id)",
      'the receipt of a deleted request is removed',
      { tests: answers },
    ],
  ]),
  ...mutantsOf('server/src/clinic/records/stored-files.ts', tests, [
    ["    .where('p.deleted_at', 'is', null)\n", '', 'the receipt of a deleted patient is opened'],
  ]),
  ...mutantsOf('server/src/features/reimbursements/routes.ts', tests, [
    ["if (status === 'Paid' || (await wasPaid(db, id)))", "if (status === 'On Hold')", 'a paid request is deleted'],
    [
      'closedStatuses.includes(status) || (await wasPaid(db, reimbursement_id))',
      'closedStatuses.includes(status)',
      'a receipt of what was paid is removed',
      { tests: answers },
    ],
    [".where('reimbursement_id', '=', id)\n", '', 'all requests are deleted with one'],
    [
      'version === undefined && statusesWithAmount.includes(status)',
      'false',
      'a request that was approved is deleted by a client that does not know',
      { tests: told },
    ],
    [
      'version !== undefined && version !== located.version',
      'false',
      'a request is deleted that somebody else has approved meanwhile',
      { tests: told },
    ],
    [
      'patient_id, file_id, amount, description, category, expense_date })',
      "patient_id, file_id, amount, description, category, expense_date, status: 'Paid' })",
      'a request begins as paid',
    ],
  ]),
  ...mutantsOf('contract/src/fields.ts', tests, [
    ['(\\.\\d{1,2})?$/', '(\\.\\d+)?$/', 'fractions of a cent'],
    ['(,\\d{3})+', '(,\\d+)+', 'one dollar fifty, written with a comma, is paid as 150'],
    ['/^\\d{1,5}(', '/^\\d+(', 'an amount without a limit'],
    ['(text) => /[1-9]/.test(text)', '() => true', 'an amount of nothing'],
  ]),
  ...mutantsOf('contract/src/reimbursement-statuses.ts', tests, [
    ["= ['On Hold', 'Rejected']", "= ['Rejected']", 'on hold without a reason'],
  ]),
  ...mutantsOf('contract/src/reimbursements.ts', tests, [
    ['maxBytes: maxReceiptBytes', 'maxBytes: 2 * maxReceiptBytes', 'receipts of twice the size'],
    ["types: ['pdf', 'png', 'jpeg', 'svg']", "types: ['pdf', 'png', 'jpeg', 'svg', 'zip']", 'a ZIP file as a receipt'],
  ]),
]
