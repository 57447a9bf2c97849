import { mutantsOf } from '../mutant.ts'

const writing = ['server/src/features/care-messages/writing.test.ts']
const inbox = ['server/src/features/care-messages/inbox.test.ts']
const news = ['server/src/features/patient-news/patient-news.test.ts']
const either = { tests: [...writing, ...inbox] }
const security = { tests: ['server/test/row-security.test.ts'] }
const page = ['web/src/features/care-messages/messages-page.test.tsx']

/** What a patient and the care team write to each other is read by them alone, sent once, and said to nobody by email. */
export const messagesOfCare = [
  ...mutantsOf('server/migrations/0090_care_messages.sql', writing, [
    [
      "scope_table('care_threads', 'patient_id',",
      "scope_table('care_threads', null,",
      'patients read what others write about',
      security,
    ],
    [
      "scope_table('care_messages', 'patient_id',",
      "scope_table('care_messages', null,",
      'patients read each other’s messages',
      security,
    ],
    ['grant update (seen_at) on care_messages', 'grant update on care_messages', 'what was written is changed'],
    [
      "when (new.state = 'closed') execute",
      "when (new.state = 'none') execute",
      'a closed thread keeps who had it',
      { tests: inbox },
    ],
  ]),
  ...mutantsOf('server/migrations/0112_care_walls.sql', writing, [
    [
      "with check (by_patient = (current_setting('app.patient_id') <> 'any')",
      'with check (true',
      'a patient writes as the care team',
    ],
  ]),
  ...mutantsOf('server/src/clinic/records/care-readings.ts', news, [
    [
      'r.caregiver_id is not distinct from ${caregiver?.id ?? null}::uuid',
      'true',
      'a message that a caregiver read is no longer new to the patient',
    ],
  ]),
  ...mutantsOf('server/src/features/care-messages/queries.ts', inbox, [
    [' and p.deleted_at is null`', '`', 'messages of a deleted record are read'],
    [
      ' and m.by_patient = ${!isPatientSide(reader)}`.execute(db)',
      '`.execute(db)',
      'one’s own message is seen by oneself',
      { survives: 'row security lets nobody mark a message of their own side' },
    ],
    [
      'and m.sent_at <= (select sent_at from care_messages where thread_id = ${thread} and message_id = ${through})',
      '',
      'a message that nobody saw counts as seen',
    ],
    [
      'case when state = ${state} then state_at else',
      'case when false then state_at else',
      'who writes again waits longer',
    ],
    [".where('text', '=', text)", '', 'another text under the same id is lost', { tests: writing }],
    [".where('written_by', '=', written_by)", '', 'somebody else’s message counts as one’s own', { tests: writing }],
  ]),
  ...mutantsOf('server/src/features/care-messages/writing.ts', writing, [
    ['    audit.skipRow = true\n', '', 'a second press is a second row'],
    ['if (!row.by_patient && row.text', 'if (row.text', 'a patient is mailed about the own message'],
    ['&& !(await isAlreadyNotified(db, row))', '', 'every line is an email'],
    ['if (thread?.patient_id !== patient)', 'if (!thread)', 'a message goes into the thread of somebody else', either],
    ["if (row.by_patient && thread.state === 'closed')", 'if (false)', 'closed threads are opened again without end'],
    ['    await lockPatient(db, thread.patient_id)\n', '', 'two threads are both opened for the last place'],
    ['>= maxMessagesPerThread)', '< 0)', 'a thread has no end'],
  ]),
  ...mutantsOf('server/src/features/care-messages/mails.ts', writing, [
    [
      "'Your care team wrote to you. Sign in to read the message and to answer:'",
      "'A private question:'",
      'the email says what it is about',
    ],
  ]),
  ...mutantsOf('server/src/features/care-messages/routes.ts', inbox, [
    [
      "(colleague && !(await hasRight(db, colleague, 'see_medical')))",
      'false',
      'somebody who may not read a thread has to answer it',
    ],
    ['audit.skipRow = (await notedFor', 'audit.skipRow = !(await notedFor', 'reading leaves no row'],
  ]),
  ...mutantsOf('contract/src/work-queue.ts', inbox, [
    ["  message: 'see_medical',\n", '', 'the work queue shows what a patient asks to whom it is withheld'],
  ]),
  ...mutantsOf('contract/src/care-messages.ts', inbox, [
    [
      "const withRight = { right: 'see_medical' } as const",
      'const withRight = {} as const',
      'a withheld right answers patients',
    ],
  ]),
  ...mutantsOf('web/src/platform/base/send-key.ts', page, [
    ['if (attempt.current.content !== content) attempt', 'attempt', 'a message whose response was lost is sent twice'],
  ]),
]
