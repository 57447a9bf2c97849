import { mutantsOf } from '../mutant.ts'

const auditLog = ['server/src/features/audit-log/audit-log.test.ts']
const unusualAccess = ['server/src/features/unusual-access/decisions.test.ts']
const unusualRules = ['server/src/features/unusual-access/rules.test.ts']
const specialCare = ['server/src/features/special-care/special-care.test.ts']
const notifications = ['server/src/features/notifications/notifications.test.ts']
const waiting = { tests: ['server/src/features/work-queue/waiting.test.ts'] }
const assigning = ['server/src/features/work-queue/assigning.test.ts']

/** Who did what, what was unusual, who is watched, and what waits for whom. */
export const oversight = [
  ...mutantsOf('contract/src/audit-log.ts', auditLog, [
    [
      "  summary: 'Open the access log',\n  ...byAdmins,",
      "  summary: 'Open the access log',\n  ...byAdmins,\n  allow: [...admins, 'Nurse'],",
      'a nurse reads who did what',
    ],
    [
      "  summary: 'Export the access log',\n  allow: admins,",
      "  summary: 'Export the access log',\n  allow: [...admins, 'Nurse'],",
      'a nurse exports who did what',
    ],
  ]),
  ...mutantsOf('server/src/features/audit-log/queries.ts', auditLog, [
    ['if (rules.length < named.length) return null', '', 'an unknown patient shows everybody'],
    [' or e.action = ${failedSignIn})`', ')`', 'who tried to sign in is not among those who were not signed in'],
    ['sql`${rule} and e.action <> ${failedSignIn}`', 'rule', 'a stranger’s guesses count as what the owner did'],
    ['if (through) rules', 'if (false) rules', 'each page of the log repeats the last entry of the one before'],
  ]),
  ...mutantsOf('server/src/features/audit-log/kinds.ts', auditLog, [
    ["kind === 'records'\n", '(false as boolean)\n', 'what another version has read is under no kind'],
  ]),
  ...mutantsOf('server/src/features/unusual-access/actions.ts', unusualRules, [
    [
      "access === 'work' || access === 'request')",
      "access !== 'reading')",
      'who selects a record has a reason to read it',
    ],
    ['previews: actionsWith(actions, isPreview)', 'previews: []', 'a page of the inbox counts as records opened'],
  ]),
  ...mutantsOf('server/src/features/unusual-access/rules.ts', unusualRules, [
    ['a.action = any(${actions.work}', 'a.action <> all(${actions.requests}', 'anything is work with the record'],
  ]),
  ...mutantsOf('server/src/features/unusual-access/routes.ts', unusualAccess, [
    ['      if (!found.may_decide) throw ownFinding()\n', '', 'an admin explains their own reading'],
    [
      'if (follower === undefined || follower === reader_id)',
      'if (follower === undefined)',
      'an admin follows up their own reading',
    ],
    ['if (version !== located.version)', 'if (false)', 'of two admins the second overwrites the first'],
  ]),
  ...mutantsOf('server/src/features/unusual-access/queries.ts', unusualAccess, [
    [
      "(${role === 'SuperAdmin'} and (select count(*) from providers where ${isActiveAdmin}) = 1)",
      "${role === 'SuperAdmin'}",
      'a SuperAdmin who has colleagues decides about themself',
    ],
    ["u.state <> 'explained' or ", '', 'an old case that nobody has decided is counted and never shown'],
    ['where code = ${code} and ${isActiveAdmin}', 'where code = ${code}', 'a nurse is given what only admins may read'],
  ]),
  ...mutantsOf('server/src/features/notifications/queries.ts', notifications, [
    ['where notification_id <= ${through}::uuid', '', 'what nobody was shown is marked as read'],
  ]),
  ...mutantsOf('server/src/clinic/records/read-notifications.ts', notifications, [
    [
      'notification_reads where provider_id = ${provider}',
      'notification_reads',
      'what a colleague has read counts as read',
    ],
  ]),
  ...mutantsOf('server/src/features/notifications/queries.ts', specialCare, [
    [
      "not in ('request', 'special_care', 'rights')",
      "not in ('request')",
      'everybody learns who opened a watched record',
    ],
  ]),
  ...mutantsOf('server/src/features/special-care/routes.ts', specialCare, [
    [
      '      // Its row may not exist yet.\n      await lockPatient(db, patient)\n',
      '',
      'of two who mark a record at once one overwrites the other',
    ],
    ['if (wouldOverwrite(', 'if (false && wouldOverwrite(', 'an admin overwrites the reason of a colleague'],
  ]),
  ...mutantsOf('contract/src/special-care.ts', specialCare, [
    [
      '  ...byAdmins,',
      "  ...byAdmins,\n  allow: ['Nurse', 'Admin', 'SuperAdmin'],",
      'a nurse reads why a record is watched',
    ],
  ]),
  ...mutantsOf('contract/src/unusual-access.ts', unusualAccess, [
    [
      "  path: '/admin/unusual_access/',\n  summary: 'Open the list of unusual access',\n  ...byAdmins,",
      "  path: '/admin/unusual_access/',\n  summary: 'Open the list of unusual access',\n  ...byAdmins,\n  allow: ['Nurse', 'Admin', 'SuperAdmin'],",
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
  ...mutantsOf('server/src/features/work-queue/routes.ts', assigning, [
    [
      'queueKinds.filter((kind) => isWorkOf(kind, person))',
      'queueKinds.filter((kind) => isWorkOf(kind, person) || !person.withheld.length)',
      'a nurse reads the work of admins',
      waiting,
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
    [
      '    audit.skipRow = noted.has(null)\n',
      '    audit.skipRow = true\n',
      'nobody notes who read the work queue',
      waiting,
    ],
  ]),
  ...mutantsOf('contract/src/work-queue.ts', assigning, [
    ["  screening: 'see_medical',\n", '', 'answers about MRI safety are the work of whom they are withheld from'],
    ["  reimbursement: 'decide_money',\n", '', 'amounts are the work of whom decisions about money are withheld from'],
    ["  mail: 'send_email',\n", '', 'who may not write to patients is asked to write again'],
  ]),
  ...mutantsOf('server/src/clinic/records/work-items.ts', assigning, [
    [
      " and not ${withheldFrom('v.role')} ? ${queueRights[kind] ?? ''}",
      '',
      'work stays with a colleague from whose role it is withheld',
    ],
    [' and v.role = any(${queueRoles[kind]}::text[])', '', 'work stays with a colleague whose new role may not do it'],
    [' and version = ${version} returning', ' returning', 'of two who take it the second overwrites the first'],
  ]),
  ...mutantsOf('server/migrations/0001_scope.sql', auditLog, [
    [
      "'project_id = current_setting(''app.project_id'')::uuid';",
      "'project_id is not null';",
      'an admin reads who did what in another project',
    ],
  ]),
]
