import { mutantsOf } from '../mutant.ts'

const folder = 'server/src/features/record-merge'
const rules = [`${folder}/record-merge.test.ts`]
const moves = [`${folder}/moves.test.ts`]

/** Two records of one person, merged and taken apart: who may, what was seen before, and what becomes of rows, files and the trail. */
export const merges = [
  ...mutantsOf('contract/src/record-merge.ts', rules, [
    [
      "  method: 'POST',\n  path: '/admin/merge_records",
      "  method: 'POST',\n  allow: staff,\n  path: '/admin/merge_records",
      'a nurse merges records',
    ],
  ]),
  ...mutantsOf(`${folder}/merge.ts`, rules, [
    ['isStale(version, kept.version) || ', '', 'the kept record changed unseen'],
    [' || isStale(other_version, merged.version)', '', 'the merged record changed unseen'],
    ['isSeenByOthers || ', '', 'who was let in since the comparison sees both records'],
    ['  refuseGone(merged)\n', '', 'a deleted record is merged'],
    ['&& !differences_checked)', '&& false)', 'two people are merged without a question'],
    ["  if (obstacle) throw conflict(obstacle, 'obstacle')\n", '', 'somebody in the scanner is merged'],
    ['  await endSessionsOfRecord(db, { project, patient: merged })\n', '', 'a session revives'],
    ['action: actions.merged, patient: merged', 'action: actions.merged, patient: kept', 'the trail has a gap'],
  ]),
  ...mutantsOf(`${folder}/compare.ts`, rules, [
    ["state !== 'over'", 'state === null', 'nobody is told who would see more by a merge'],
    ['and i.expires_at > now()) as invited', ') as invited', 'an invitation that has expired counts as one'],
  ]),
  ...mutantsOf(
    `${folder}/late-rows.ts`,
    [`${folder}/concurrency.test.ts`],
    [
      [
        'select project_id, merge_id, kept_id, merged_id',
        'select project_id, merge_id, patient_id as kept_id, merged_id',
        'a late row stays with somebody else',
      ],
      [' order by merged_at`', ' order by merged_at desc`', 'a late row stops halfway'],
    ],
  ),
  ...mutantsOf(
    `${folder}/undo.ts`,
    [`${folder}/safety.test.ts`],
    [[" || access === 'incidental'", '', 'who saw a merged record on a day sheet is in no trail']],
  ),
  ...mutantsOf(`${folder}/undo.ts`, rules, [
    ['  if (row.is_over) throw', '  if (row.is_over === null) throw', 'a merge is undone after its time'],
    ['  refuseGone(kept)\n', '', 'an undo changes a deleted record'],
    ['if (rows.length > 0) throw', 'if (rows.length < 0) throw', 'one person has two records with one account'],
  ]),
  ...mutantsOf(`${folder}/move-rows.ts`, moves, [
    [
      'nullif(coalesce(t.bound_patient_id, ${from}), ${to}::uuid)',
      'null',
      'files and forms of a merged record do not open',
    ],
    ['= r.row_id and t.${columnOf(moved)} = ${from}`', '= r.row_id`', 'an undo takes a scan from somebody else'],
    ['  await noteFollowers(db, tables, move)\n', '', 'a step of a visit stays without its visit'],
  ]),
  ...mutantsOf('server/src/platform/files/encryption/file-identity.ts', moves, [
    ['bound_patient_id ?? patient_id', 'patient_id', 'a moved file does not open'],
  ]),
  ...mutantsOf('server/src/clinic/records/merged-records.ts', rules, [
    ["    .where('undone_at', 'is', null)\n", '', 'the log goes on with the rows of somebody else'],
  ]),
  ...mutantsOf('server/src/features/patients/remove.ts', rules, [
    ['  await refuseMerged(context)\n', '', 'a merged record is restored without what hung on it'],
  ]),
]
