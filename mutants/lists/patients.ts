import { mutantsOf } from '../mutant.ts'

const editing = ['server/src/features/patients/patients.test.ts', 'server/src/features/patients/edit.test.ts']
const bulk = ['server/src/features/patients/bulk.test.ts']
const removing = ['server/src/features/patients/remove.test.ts']
const reports = ['server/src/features/reports/enrollment-and-visits.test.ts']
const list = { tests: ['server/src/features/patients/list.test.ts', 'server/src/features/patients/export.test.ts'] }

/** The patient record: who finds it, changes it, takes it along and deletes it. */
export const patients = [
  ...mutantsOf('server/src/features/patients/routes.ts', list.tests, [
    ['    await mailExport(db,', '    void (db,', 'an export is told to nobody'],
  ]),
  ...mutantsOf('server/src/clinic/records/field-changes.ts', editing, [
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
  ...mutantsOf('server/src/features/patients/edit.ts', editing, [
    [
      "if (refused.some((name) => name !== 'age' || !isDerived)) throw forbidden('field')",
      '',
      'a refused field is ignored',
    ],
    ['if (!existing.every((note, index) => same(note, list.data[index]))) return null\n', '', 'a note is changed'],
    ["if (notes === null) refused.push('notes')\n    else if", 'if', 'a changed note is ignored'],
    [
      "if (changes['provider_id'] !== undefined && body",
      "if (changes['provider_id'] === '' && body",
      'Undo loses the name of who is no physician any more',
      { tests: bulk },
    ],
  ]),
  ...mutantsOf('contract/src/patient-fields.ts', editing, [
    [
      "role === 'SuperAdmin' ? [...staffWrites, 'mrn_number'] : staffWrites",
      "[...staffWrites, 'mrn_number']",
      'all staff write the MRN',
    ],
    ["role === 'Patient' ? patientWrites : role", 'role', 'a patient writes what staff write'],
  ]),
  ...mutantsOf('server/src/features/patients/save.ts', editing, [
    [
      "    user.role !== 'Patient' &&\n",
      '',
      'a patient learns who else is one',
      { survives: 'row security shows a patient no other record' },
    ],
    [
      "if (other) throw fieldTakenError('email', 'Another patient",
      "if (other === null) throw conflict('Another patient",
      'two patients of a project have one address',
    ],
  ]),
  ...mutantsOf(
    'server/src/clinic/records/chosen-physician.ts',
    [...editing, ...bulk],
    [
      [".where('role', '=', 'Physician')", '', 'a nurse is somebody’s physician'],
      ['.forShare()', '', 'a rename misses the patient who is being assigned'],
    ],
  ),
  ...mutantsOf('server/src/features/patients/save.ts', bulk, [
    ['if (isUndo || provider', 'if (provider', 'Undo loses the physician of before'],
    [" || provider_id === '')", ')', 'a physician who was taken off a patient is back', { tests: editing }],
  ]),
  ...mutantsOf('server/src/features/patients/save.ts', reports, [
    ['${isUndo} or newest.author', 'newest.author', 'what Undo takes back an hour later still counts'],
    [' and newest.status_before = ${status}', '', 'who withdrew soon after the scan was never scanned'],
    ['newest.author = ${user.name} and ', '', 'a colleague’s new status takes back the one before'],
  ]),
  ...mutantsOf('server/src/features/patients/medical.ts', editing, [
    ['&& !same(base[name], medical[name])', '&& false', 'medical information of somebody else is overwritten'],
  ]),
  ...mutantsOf('server/src/features/patients/update.ts', editing, [
    ["if (isStale(body['version'], record.version))", 'if (false)', 'a stale edit is accepted'],
    ['  audit.patient = record._id\n', '', 'the trail does not say whose record was saved'],
    [
      'const [saved] = await Promise.all([readPatient(db, record._id), written])',
      'const saved = record',
      'a save answers with what was there before',
    ],
  ]),
  ...mutantsOf('server/src/features/patients/routes.ts', list.tests, [
    ["if (deleted === 'true' && user.audience !== 'admin') throw forbidden('role')", '', 'providers list the deleted'],
  ]),
  ...mutantsOf('server/src/clinic/records/patient-record.ts', removing, [
    [
      '(await findPatient(db, key)) ?? findDeletedPatient(db, key)',
      'findPatient(db, key)',
      'a second click on delete is an error',
    ],
  ]),
  ...mutantsOf('server/src/features/patients/remove.ts', removing, [
    ['  await endAccess(context)\n', '', 'a restored record brings its open scans back'],
    [
      '  await endAccess(context)\n  await endSessions(context)\n',
      '  await endAccess(context)\n',
      'a deleted patient’s sessions live on',
      { survives: 'no request finds a deleted record, and restoring ends the sessions again' },
    ],
    ['  await endVisits(sender, { db, user, record })\n', '', 'a deleted patient comes to a visit that is no more'],
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
  ...mutantsOf('server/src/clinic/records/patient-record.ts', list.tests, [
    ['age(${siteDay}, p.dob)', 'age(p.dob)', 'a patient is a year older on the evening before the birthday'],
  ]),
  ...mutantsOf(
    'contract/src/site-time.ts',
    ['server/src/features/project-settings/project-settings.test.ts'],
    [
      [
        '/^[A-Za-z]/.test(name) && ',
        '',
        'a distance from Greenwich is a time zone, with its sign the other way around',
      ],
    ],
  ),
]
