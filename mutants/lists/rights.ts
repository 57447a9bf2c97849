import { mutantsOf } from '../mutant.ts'

const patients = ['server/src/features/patients/patients.test.ts', 'server/src/features/patients/edit.test.ts']
const removing = ['server/src/features/patients/remove.test.ts']
const list = { tests: ['server/src/features/patients/list.test.ts', 'server/src/features/patients/export.test.ts'] }
const providers = ['server/src/features/providers/providers.test.ts']
const emergency = ['server/src/features/emergency-access/emergency-access.test.ts']
const emergencyReview = ['server/src/features/emergency-access/review.test.ts']
const byRole = ['server/src/features/rights/rights.test.ts']
const medical = ['server/src/features/rights/medical.test.ts']
const auditLog = ['server/src/features/audit-log/audit-log.test.ts']
const unusualAccess = ['server/src/features/unusual-access/decisions.test.ts']
const specialCare = ['server/src/features/special-care/special-care.test.ts']
const workQueue = ['server/src/features/work-queue/work-queue.test.ts']
const documents = ['server/src/features/documents/documents.test.ts']
const reports = ['server/src/features/reports/reports.test.ts']

/** Who may read and write which field of whom. */
export const rights = [
  ...mutantsOf('server/src/platform/calls/rights.ts', byRole, [
    ['if (!right || (await hasRight(db, user, right))) return', 'if (user) return', 'a withheld right is used'],
    [
      'return row?.withheld[role] ?? []',
      'return Object.values(row?.withheld ?? {}).flat()',
      'what one role may not do no role may',
    ],
  ]),
  ...mutantsOf('server/src/platform/calls/rights.ts', emergency, [
    [
      "  if (!(await hasRight(db, user, 'emergency_access'))) return\n",
      '',
      'who has lost the right reads on until the hour is over',
    ],
    ['provider_id = ${user.person} and ', '', 'what one opened in an emergency is open to all'],
    ['and ended_at is null and until', 'and until', 'what was ended is open until the hour is over'],
    ['and until > clock_timestamp()', '', 'an emergency has no end'],
    ['sql`and patient_id = ${patient}`}', 'sql``}', 'one emergency opens every record'],
    [
      'if (right && inEmergency && !(await hasRightTo(db, user, audit)))',
      'if (right && inEmergency && audit.emergency)',
      'answers about MRI safety of all records are open in an emergency',
    ],
    ['if (!(inEmergency && (await', 'if (!((await', 'an emergency opens what changes a record'],
  ]),
  ...mutantsOf('server/src/platform/calls/answer-call.ts', emergency, [
    [
      '      await checkRightTo(db, route.call, context.user, context.audit)\n',
      '',
      'answers about MRI safety of all records are open in an emergency',
    ],
    ['        emergency: audit.emergency,\n', '', 'the trail does not say what an emergency opened'],
  ]),
  ...mutantsOf('contract/src/emergency-access.ts', emergency, [
    ["  right: 'emergency_access',\n", '', 'who may not opens a record in an emergency'],
    [
      '    .refine((text) => text.split(/\\s+/).length >= fewestWords, reasonSentence),\n',
      '',
      'one long word is a reason',
    ],
  ]),
  ...mutantsOf(
    'contract/src/emergency-access.ts',
    ['server/test/fresh-proof.test.ts'],
    [
      [
        "  right: 'emergency_access',\n  proof: 'fresh',",
        "  right: 'emergency_access',",
        'an open session opens a record in an emergency',
      ],
    ],
  ),
  ...mutantsOf('server/src/features/emergency-access/routes.ts', emergency, [
    ['    await lockPatient(db, patient)\n', '', 'of two at once both open the record'],
    ['    await tellAdmins(db, user, patient, reason, config.publicUrl)\n', '', 'nobody is told of an emergency'],
    ['    audit.object = reason\n', '', 'the patient is not told why'],
    [
      "if (found.provider !== context.user.person && context.user.audience !== 'admin') throw notFound()",
      '',
      'a colleague ends the emergency access of another',
    ],
  ]),
  ...mutantsOf('server/src/features/emergency-access/routes.ts', emergencyReview, [
    [
      'if (found.provider === person || found.login === login) throw ownReview()',
      '',
      'an admin reviews their own emergency',
    ],
    [' || found.login === login', '', 'who has two roles reviews the own emergency in the other'],
    [
      '        if (is_open)\n          throw conflict(',
      '        if (false)\n          throw conflict(',
      'a review misses what is read after it',
    ],
    ['if (body.version !== version)', 'if (false)', 'of two admins the second overwrites the first'],
  ]),
  ...mutantsOf('server/migrations/0151_emergency_access.sql', emergency, [
    ["  check (until <= opened_at + interval '1 hour'),\n", '', 'the database knows no hour'],
    ['grant update (ended_at,', 'grant update (until, reason, ended_at,', 'a reason is changed afterwards'],
  ]),
  ...mutantsOf('server/migrations/0151_emergency_access.sql', emergencyReview, [
    [' check (reviewed_by <> provider_id)', '', 'the database lets people review themselves'],
    [
      "select staff_table('emergency_accesses', 'select, insert');",
      "select scope_table('emergency_accesses', null, 'select, insert');\nalter policy scope on emergency_accesses using (true);",
      'an admin reads the emergencies of another project',
    ],
  ]),
  ...mutantsOf('server/src/platform/calls/answer-call.ts', byRole, [
    ['  await checkRight(db, of.call, of.user)\n  if (freshProof)', '  if (freshProof)', 'no call asks for its right'],
    [
      '  if (call.right) await database.scoped(scopeOf(user), (db) => checkRight(db, call, user))\n',
      '',
      'scans are uploaded without the right',
    ],
    [
      '        await authorize(db, of, context, answering, { params, query, body: fields }, came)\n',
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
    ["seesMedical ? '' : 'indication'", "''", 'the indication is changed unseen'],
  ]),
  ...mutantsOf('server/src/features/appointments/day-sheet.ts', medical, [
    ['if (!seesMedical)\n', 'if (false)\n', 'the day sheet shows medical information without the right'],
  ]),
  ...mutantsOf('contract/src/audit-log.ts', auditLog, [
    [
      "  summary: 'Who did what to whose record in the project, newest first',\n  allow: admins,",
      "  summary: 'Who did what to whose record in the project, newest first',\n  allow: [...admins, 'Nurse'],",
      'a nurse reads who did what',
    ],
    [
      "  summary: 'The same rows as a CSV file, for a reason',\n  allow: admins,",
      "  summary: 'The same rows as a CSV file, for a reason',\n  allow: [...admins, 'Nurse'],",
      'a nurse exports who did what',
    ],
  ]),
  ...mutantsOf('server/src/features/audit-log/queries.ts', auditLog, [
    ['if (rules.length < named.length) return null', '', 'an unknown patient shows everybody'],
  ]),
  ...mutantsOf('server/src/features/unusual-access/routes.ts', unusualAccess, [
    ['      if (!found.may_decide) throw ownFinding()\n', '', 'an admin explains their own reading'],
    [' || follower === reader_id) throw', ') throw', 'an admin follows up their own reading'],
    ['if (version !== located.version)', 'if (false)', 'of two admins the second overwrites the first'],
  ]),
  ...mutantsOf('server/src/features/unusual-access/queries.ts', unusualAccess, [
    [
      "(${role === 'SuperAdmin'} and (select count(*) from providers where ${isLivingAdmin}) = 1)",
      "${role === 'SuperAdmin'}",
      'a SuperAdmin who has colleagues decides about themself',
    ],
    ['where code = ${code} and ${isLivingAdmin}', 'where code = ${code}', 'a nurse is given what only admins may read'],
  ]),
  ...mutantsOf('server/src/features/notifications/queries.ts', specialCare, [
    [
      "not in ('request', 'special_care', 'rights')",
      "not in ('request')",
      'everybody learns who opened a watched record',
    ],
  ]),
  ...mutantsOf('contract/src/special-care.ts', specialCare, [
    ['  allow: admins,', "  allow: ['Nurse', ...admins],", 'a nurse reads why a record is watched'],
  ]),
  ...mutantsOf('contract/src/unusual-access.ts', unusualAccess, [
    [
      "  path: '/admin/unusual_access/',\n  summary: 'Which reading of records was unusual, newest first, and what was decided about it',\n  allow: admins,",
      "  path: '/admin/unusual_access/',\n  summary: 'Which reading of records was unusual, newest first, and what was decided about it',\n  allow: ['Nurse', ...admins],",
      'a nurse reads what was unusual',
    ],
  ]),
  ...mutantsOf('server/migrations/0077_special_care.sql', specialCare, [
    [
      "new.action not in ('refused', ",
      "new.action not in ('patient.read', 'refused', ",
      'a watched record is opened unseen',
    ],
  ]),
  ...mutantsOf('server/migrations/0076_unusual_access.sql', unusualAccess, [
    [
      "select staff_table('unusual_access', 'select, update');",
      "select scope_table('unusual_access', null, 'select, update');\nalter policy scope on unusual_access using (true);",
      'an admin reads and decides what was unusual in another project',
    ],
  ]),
  ...mutantsOf('server/src/features/work-queue/routes.ts', workQueue, [
    [
      'return queueKinds.filter((_, at) => may[at])',
      'return queueKinds.filter((_, at) => at < may.length)',
      'a nurse reads the work of admins',
    ],
    [' || !(await mayDo(db, kind, user.role))) throw', ') throw', 'an admin takes the work of nurses'],
    [
      '      if (!found) throw notFound()\n',
      '      if (!found) return { kind, item_id, patient_id: null }\n',
      'what is done is taken',
    ],
    [
      'colleague === undefined || (colleague && !(await mayDo(db, located.kind, colleague.role)))',
      'colleague === undefined',
      'work goes to somebody who may not do it',
    ],
    ['    audit.isKnown = noted.has(null)\n', '    audit.isKnown = true\n', 'nobody notes who read the work queue'],
  ]),
  ...mutantsOf('server/src/clinic/records/work-items.ts', workQueue, [
    [' and version = ${version} returning', ' returning', 'of two who take it the second overwrites the first'],
  ]),
  ...mutantsOf('server/migrations/0001_scope.sql', auditLog, [
    [
      "'project_id = current_setting(''app.project_id'')::uuid';",
      "'project_id is not null';",
      'an admin reads who did what in another project',
    ],
  ]),
  ...mutantsOf('server/src/features/patients/routes.ts', list.tests, [
    ['    await mailExport(db,', '    void (db,', 'an export is told to nobody'],
  ]),
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
      "if (other) throw taken('email', 'Another patient",
      "if (other === null) throw conflict('Another patient",
      'two patients of a project have one address',
    ],
  ]),
  ...mutantsOf('server/src/features/patients/update.ts', patients, [
    ["if (isStale(body['version'], record.version))", 'if (false)', 'a stale edit is accepted'],
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
  ...mutantsOf('contract/src/reports.ts', reports, [
    [", right: 'decide_money'", '', 'money is told to whom the project withholds it from'],
  ]),
  ...mutantsOf('server/src/features/reports/queries.ts', reports, [
    [
      'case when answers = 0 or answers >= ${fewestAnswers} then answers end',
      'answers',
      'so few answers are counted aloud',
    ],
    [
      'case when answers >= ${fewestAnswers} then round',
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
