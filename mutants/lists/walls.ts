import { mutantsOf } from '../mutant.ts'

const database = ['server/src/platform/database/db.test.ts']
const security = ['server/test/row-security.test.ts']
const documents = { tests: ['server/src/features/documents/documents.test.ts'] }
const scope = ['server/src/platform/database/scope.test.ts']

/** Projects and patients apart from one another: the scope, its transaction, and the policies of the tables. */
export const walls = [
  ...mutantsOf('server/src/platform/sessions/session.ts', documents.tests, [
    ["patient: patient ?? 'any'", "patient: 'any'", 'a patient has the scope of the staff'],
  ]),
  ...mutantsOf('server/src/platform/database/scope.ts', scope, [
    ['uuid.parse(id) as ProjectId', 'id as ProjectId', 'any text becomes part of the scope’s statement'],
    ['uuid.parse(id) as PatientId', 'id as PatientId', 'any text becomes part of the scope’s statement'],
    ["project, patient: 'any' })", "project, patient: '' as 'any' })", 'an empty patient is the staff'],
  ]),
  ...mutantsOf(
    'server/src/platform/database/with-client.ts',
    ['server/src/platform/database/with-client.test.ts'],
    [["  client.on('error', () => {})\n", '', 'a database that goes away ends the program']],
  ),
  ...mutantsOf('server/src/platform/database/db.ts', database, [
    [
      'values: [project, patient, care]',
      "values: [project, 'any', care]",
      'the database is not told the patient',
      documents,
    ],
    [
      "if (ending && committed?.command !== 'COMMIT') throw",
      "if (ending && committed?.command === '') throw",
      'a commit that rolled back is a success',
    ],
    [
      'connection.isUsed() ? connection.rollback() : Promise.resolve()',
      'Promise.resolve()',
      'a failed transaction is not rolled back',
    ],
    [
      'if (isUnreachable(error)) {',
      'if (error === null) {',
      'a broken connection is used again',
      { survives: 'its rollback fails, too, which gives the connection up' },
    ],
    [
      'if (lostStatement.includes(code)) rolePool.statements.lose()',
      '',
      'a pooler’s forgotten statements are named again',
    ],
    ['if (isStalePlan(error)) continue', '', 'a migration fails the requests of a running program'],
    ['attempt++ === attempts || !mayRetry.has(code)', 'true', 'what the database asks to be tried again fails'],
  ]),
  ...mutantsOf('server/src/platform/database/unreachable.ts', database, [
    [
      'throw isUnreachable(error) ? Object.assign(unavailable(), { cause: error }) : error',
      'throw error',
      'a database that is away is a 500',
    ],
    [
      '|EAI_|EHOST|ENET',
      '',
      'a failover without a name or a route ends what is being sent',
      { tests: ['server/src/platform/database/unreachable.test.ts'] },
    ],
  ]),
  ...mutantsOf('server/src/platform/database/prepared.ts', database, [
    ['if (areLost || unprepared', 'if (unprepared', 'a pooler’s forgotten statements are named again'],
    ['max: keptStatements', 'max: 10_000', 'a connection keeps every statement that it ever had'],
  ]),
  ...mutantsOf('server/src/platform/database/message.ts', database, [
    [
      "if (name) connection.close({ type: 'S', name }, true)",
      '',
      'a statement that failed once is taken for one that a pooler forgot',
    ],
    ['if (isStalePlan(error)) this.#forget', 'if (!error) this.#forget', 'a stale plan is used again and again'],
  ]),
  ...mutantsOf('server/src/platform/database/connection.ts', database, [
    ["if (isClosed) throw new Error('The transaction is over')", '', 'a late query runs in the scope of somebody else'],
  ]),
  ...mutantsOf('server/migrations/0001_scope.sql', security, [
    [
      "enable row level security, force row level security', name);\n  execute format('alter table %s alter",
      "enable row level security', name);\n  execute format('alter table %s alter",
      'the owner escapes row security',
    ],
    [
      "' and %1$I >= coalesce(nullif(current_setting(''app.patient_id''), ''any''), ''00000000-0000-0000-0000-000000000000'')::uuid\n   ",
      "'",
      'a patient sees the records before their own',
    ],
    [
      "current_setting(''app.patient_id'') in (''any'', %1$I::text)'",
      "current_setting(''app.patient_id'') <> %1$I::text'",
      'a patient sees what belongs to others',
    ],
    ["\n    and current_setting(''app.patient_id'') = ''any'')'", ")'", 'patients read the tables of the staff'],
    [
      "'project_id = current_setting(''app.project_id'')::uuid';",
      "'project_id is not null';",
      'projects see one another',
    ],
  ]),
  ...mutantsOf('server/migrations/0012_feedback.sql', security, [
    ["scope_table('surveys', 'patient_id',", "scope_table('surveys', null,", 'patients read each other’s surveys'],
    ["staff_table('staff_feedback',", "scope_table('staff_feedback', null,", 'patients read what staff say'],
  ]),
  ...mutantsOf('server/migrations/0014_drafts.sql', security, [
    ["scope_table('drafts', 'person_id')", "scope_table('drafts')", 'patients read each other’s drafts'],
  ]),
  ...mutantsOf('server/migrations/0003_files.sql', security, [
    ["scope_table('files', 'patient_id',", "scope_table('files', null,", 'patients read each other’s files'],
    [
      "'select, insert, update');",
      "'select, insert, update, delete, truncate');",
      'the server empties the table of files',
    ],
  ]),
  ...mutantsOf('server/migrations/0005_sessions_and_audit.sql', security, [
    [
      "scope_table('audit_events', 'patient_id', 'select, insert')",
      "scope_table('audit_events', 'patient_id')",
      'the server changes the audit trail',
    ],
    [
      "scope_table('audit_events', 'patient_id',",
      "scope_table('audit_events', null,",
      'patients read each other’s audit trail',
    ],
  ]),
  ...mutantsOf('server/migrations/0007_studies.sql', security, [
    [
      "scope_table('form_signatures', 'patient_id', 'select, insert')",
      "scope_table('form_signatures', 'patient_id')",
      'the server changes what was signed',
    ],
  ]),
  ...mutantsOf('server/migrations/0230_late_matches.sql', security, [
    ['with (security_invoker = true) ', '', 'the view of open studies reads as its owner'],
  ]),
  ...mutantsOf('server/migrations/0016_archive.sql', security, [
    [
      "alter policy scope on archive_instances using (project_id = current_setting('app.project_id')::uuid\n  and (current_setting('app.patient_id') = 'any' or",
      "alter policy scope on archive_instances using (project_id = current_setting('app.project_id')::uuid\n  and (true or",
      'patients reach all images of the project',
    ],
  ]),
]
