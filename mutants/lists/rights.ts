import { mutantsOf } from '../mutant.ts'

const providers = ['server/src/features/providers/providers.test.ts']
const byRole = ['server/src/features/rights/rights.test.ts']
const medical = ['server/src/features/rights/medical.test.ts']
const documents = ['server/src/features/documents/documents.test.ts']
const reports = ['server/src/features/reports/reports.test.ts']

/** Who may read and write which field of whom. */
export const rights = [
  ...mutantsOf('server/src/clinic/people/rights.ts', byRole, [
    ['if (!right || (await hasRight(db, user, right))) return', 'if (user) return', 'a withheld right is used'],
    [
      'return row?.withheld[role] ?? []',
      'return Object.values(row?.withheld ?? {}).flat()',
      'what one role may not do no role may',
    ],
  ]),
  ...mutantsOf('server/src/platform/calls/handle-call.ts', byRole, [
    [
      '  await checkRight(db, provable.call, provable.user)\n  if (freshProof)',
      '  if (freshProof)',
      'no call asks for its right',
    ],
    [
      '  if (call.right) await database.scoped(scopeOf(user), (db) => checkRight(db, call, user))\n',
      '',
      'scans are uploaded without the right',
    ],
    [
      '        await authorize(db, provable, context, needs, { params, query, body: fields }, arrivedAt)\n',
      '',
      'a right that is withdrawn while a file arrives is used',
      { tests: ['server/test/fresh-proof.test.ts'] },
    ],
  ]),
  ...mutantsOf('server/src/features/rights/routes.ts', byRole, [
    ['if (isStale(version, current.version))', 'if (false)', 'of two admins one loses the rights that were set'],
    ['    audit.object = changesBetween(current, now)\n', '', 'nobody learns which right was changed'],
  ]),
  ...mutantsOf('server/src/features/patients/record.ts', medical, [
    ['...(!seesMedical && { indication: [] }),', '', 'the indication is shown without the right'],
    [
      'map(noteFor(seesMedical))',
      'map(noteFor(true))',
      'the note of a merge shows medical information without the right',
    ],
  ]),
  ...mutantsOf('server/src/features/patients/routes.ts', medical, [
    [
      'medicalInformation: seesMedical ? record.medical : null',
      'medicalInformation: record.medical',
      'medical information is shown without the right',
    ],
    ['if (seesMedical) return listed\n', 'return listed\n', 'the list shows the indication without the right'],
    ["seesMedical || name !== 'indication')", 'true)', 'the export has the indication without the right'],
  ]),
  ...mutantsOf('server/src/features/patients/edit.ts', medical, [
    ["seesMedical || name !== 'indication'", 'true', 'the indication is changed unseen'],
  ]),
  ...mutantsOf('server/src/features/appointments/day-sheet.ts', medical, [
    ['if (!seesMedical)\n', 'if (false)\n', 'the day sheet shows medical information without the right'],
  ]),
  ...mutantsOf('server/src/features/providers/routes.ts', providers, [
    ["throw forbidden('identity')", 'return provider_id', 'a provider saves another’s profile'],
  ]),
  ...mutantsOf('server/src/features/providers/save.ts', providers, [
    ['if (isAdmin && isOperator(record))', 'if (isAdmin)', 'an admin makes admins'],
    [
      "record._id === user.person ? own : own.filter((name) => name !== 'email')",
      'own',
      'an admin takes over another admin’s address',
    ],
    ["if (refused.length > 0) throw forbidden('field')", '', 'a refused field is ignored'],
    ['if (wordsOf(saved) === wordsOf(record)) continue', 'continue', 'a changed role or name is not noted'],
  ]),
  ...mutantsOf('server/src/features/providers/remove.ts', providers, [
    [
      'if (provider_id === user.person) throw conflict(',
      'if (provider_id === null) throw conflict(',
      'an admin deletes themselves',
    ],
    ["role === 'SuperAdmin' && user.role !== 'SuperAdmin'", 'false', 'an admin deletes a SuperAdmin'],
    [
      'if (left.every((id) => id === provider_id)) throw conflict(',
      'if (left.length < 0) throw conflict(',
      'the last admin is deleted',
      {
        survives:
          'nobody deletes themselves, and whoever deletes is an admin: it holds two who delete each other, with the line below it',
      },
    ],
    [
      'if (!left.includes(user.person)) throw unauthenticated()',
      '',
      'of two admins who delete each other both succeed',
    ],
  ]),
  ...mutantsOf('server/src/features/documents/routes.ts', documents, [
    ["if (kind !== 'document' || deleted_at)", "if (kind !== 'document')", 'a deleted file is still sorted'],
    [
      "if (file.kind !== 'document' || file.deleted_at) throw notFound()",
      'if (file.deleted_at) throw notFound()',
      'a form is opened without looking at its seal',
    ],
    [
      "if (file.kind !== 'document' || file.deleted_at) throw notFound()",
      "if (file.kind !== 'document') throw notFound()",
      'a deleted document is opened',
    ],
    ['        if (!deletable)\n', '        if (deletable === null)\n', 'a patient deletes what staff uploaded'],
    [
      "if (kind === 'authorization_form') throw conflict(",
      "if (kind === 'mail_attachment') throw conflict(",
      'a signed form is said not to exist',
    ],
  ]),
  ...mutantsOf(
    'server/src/clinic/records/patient-files.ts',
    ['server/src/clinic/records/patient-files.test.ts'],
    [
      [
        'held.existing + files.length > limit.files',
        'held.existing + files.length > limit.files + 1',
        'one document too many',
      ],
      ['and deleted_at is null)::int as existing', ')::int as existing', 'deleted documents leave no room'],
      ['> maxBytesPerPatient)', '< 0)', 'a record takes the whole disk'],
      ['.forNoKeyUpdate()', '', 'of two uploads at once both are the last that fits'],
      [
        'if (deleted_at && !(await isMerged(db, patient)))',
        'if (false)',
        'an upload lands in a record that was deleted',
      ],
      [' && !(await isMerged(db, patient))', '', 'an upload is lost because two records were merged'],
    ],
  ),
  ...mutantsOf('contract/src/reports.ts', reports, [
    [", right: 'decide_money'", '', 'money is told to whom the project withholds it from'],
  ]),
  ...mutantsOf('server/src/features/reports/queries.ts', reports, [
    [' and m.undone_at is null and k.deleted_at is null))`', '))`', 'what was deleted after a merge is still counted'],
    [
      '     and not exists (\n       select from record_merges m',
      '     and exists (\n       select from record_merges m',
      'a merge takes approved requests out of past months',
    ],
    [
      'u.undoes = h.change_id',
      'false',
      'who was called scanned by mistake counts as scanned for ever',
      { tests: ['server/src/features/reports/enrollment-and-visits.test.ts'] },
    ],
    [
      'case when answers = 0 or answers >= ${minAnswers} then answers end',
      'answers',
      'so few answers are counted aloud',
    ],
    [
      'case when answers >= ${minAnswers} then round',
      'case when answers > 0 then round',
      'one answer is told as an average',
    ],
    [
      'filter (where in_total), least(sum(answers), 1)',
      ', least(sum(answers), 1)',
      'the total says how many hidden answers there are',
    ],
    ['sum(points) filter (where in_total)', 'sum(points)', 'the total gives hidden answers away'],
  ]),
  ...mutantsOf('server/src/features/reports/routes.ts', reports, [
    [
      'audit.object = `${name}, ${period.from} to ${period.to}`',
      '',
      'the audit row does not say which report went out',
    ],
  ]),
]
