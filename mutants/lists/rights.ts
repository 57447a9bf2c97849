import { mutantsOf } from '../mutant.ts'

const patients = ['server/src/features/patients/patients.test.ts', 'server/src/features/patients/edit.test.ts']
const removing = ['server/src/features/patients/remove.test.ts']
const list = { tests: ['server/src/features/patients/list.test.ts', 'server/src/features/patients/export.test.ts'] }
const providers = ['server/src/features/providers/providers.test.ts']
const documents = ['server/src/features/documents/documents.test.ts']

/** Who may read and write which field of whom. */
export const rights = [
  ...mutantsOf('server/src/clinic/records/field-changes.ts', patients, [
    [
      'writable.has(name) && Object.hasOwn(rules, name) ?',
      'Object.hasOwn(rules, name) ?',
      'everybody writes every field',
    ],
    [
      "sent !== undefined && sent !== null && sent !== '' && Number(sent) !== now",
      'Number(sent) < 0',
      'a stale edit is accepted',
    ],
    ['if (!checked.success) faults[name] =', 'if (false) faults[name] =', 'a field takes what its rule forbids'],
  ]),
  ...mutantsOf('server/src/features/patients/edit.ts', patients, [
    [
      "if (refused.some((name) => name !== 'age' || !isDerived)) throw forbidden('field')",
      '',
      'a refused field is ignored',
    ],
    ['if (!existing.every((note, index) => same(note, list.data[index]))) return null\n', '', 'a note is changed'],
    ["if (notes === null) refused.push('notes')\n    else if", 'if', 'a changed note is ignored'],
  ]),
  ...mutantsOf('contract/src/patient-fields.ts', patients, [
    [
      "role === 'SuperAdmin' ? [...staffWrites, 'mrn_number'] : staffWrites",
      "[...staffWrites, 'mrn_number']",
      'all staff write the MRN',
    ],
    ["role === 'Patient' ? patientWrites : role", 'role', 'a patient writes what staff write'],
  ]),
  ...mutantsOf('server/src/features/patients/save.ts', patients, [
    [
      "    user.role !== 'Patient' &&\n",
      '',
      'a patient learns who else is one',
      { survives: 'row security shows a patient no other record' },
    ],
    ["      .where('role', '=', 'Physician')\n", '', 'a nurse is somebody’s physician'],
    [
      "if (other) throw conflict('Another patient",
      "if (other === null) throw conflict('Another patient",
      'two patients of a project have one address',
    ],
  ]),
  ...mutantsOf('server/src/features/patients/routes.ts', list.tests, [
    ["if (deleted === 'true' && user.audience !== 'admin') throw forbidden('role')", '', 'providers list the deleted'],
    ["if (isStale(body['version'], record.version))", 'if (false)', 'a stale edit is accepted', { tests: patients }],
    [
      '(await findPatient(db, key)) ?? findDeletedPatient(db, key)',
      'findPatient(db, key)',
      'a second click on delete is an error',
      { tests: removing },
    ],
  ]),
  ...mutantsOf('server/src/features/patients/remove.ts', removing, [
    ['  await endAccess(context)\n', '', 'a restored record brings its open scans back'],
    [
      '  await endAccess(context)\n  await endSessions(context)\n',
      '  await endAccess(context)\n',
      'a deleted patient’s sessions live on',
      { survives: 'every request asks for the living record, and restoring ends the sessions again' },
    ],
    ['  await refuseSecond(context)\n', '', 'one person has two records'],
  ]),
  ...mutantsOf(
    'server/src/clinic/records/patient-record.ts',
    ['server/src/features/patients/remove.test.ts', 'server/src/clinic/records/patient-record.test.ts'],
    [
      ["    .where('deleted_at', deleted, null)\n", '', 'a deleted patient is found'],
      ['randomInt(alphabet.length)', '0', 'patient ids are guessed'],
    ],
  ),
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
    ["  if (changes['role'] !== undefined)\n", '  if (changes === null)\n', 'a changed role is not noted'],
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
        'held.living + files.length > limit.files',
        'held.living + files.length > limit.files + 1',
        'one document too many',
      ],
      ['and deleted_at is null)::int as living', ')::int as living', 'deleted documents leave no room'],
      ['> maxBytesPerPatient) throw', '< 0) throw', 'a record takes the whole disk'],
      ['.forNoKeyUpdate()', '', 'of two uploads at once both are the last that fits'],
    ],
  ),
]
