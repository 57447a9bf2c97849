import { mutantsOf } from '../mutant.ts'

const emergency = ['server/src/features/emergency-access/emergency-access.test.ts']
const emergencyReview = ['server/src/features/emergency-access/review.test.ts']

/** What an emergency opens, to whom, for how long, and who answers for it. */
export const emergencies = [
  ...mutantsOf('server/src/clinic/people/rights.ts', emergency, [
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
  ...mutantsOf('server/src/platform/calls/handle-call.ts', emergency, [
    [
      '      await needs.checkRightTo(db, route.call, context.user, context.audit)\n',
      '',
      'answers about MRI safety of all records are open in an emergency',
    ],
  ]),
  ...mutantsOf('server/src/platform/calls/audit-call.ts', emergency, [
    ['        emergency: audit.emergency,\n', '', 'the trail does not say what an emergency opened'],
  ]),
  ...mutantsOf('contract/src/emergency-access.ts', emergency, [
    ["  right: 'emergency_access',\n", '', 'who may not opens a record in an emergency'],
    ['text.split(/\\s+/).length >= minWords', 'true', 'one long word is a reason'],
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
    ['    await notifyAdmins(db, user, patient, reason, config.publicUrl)\n', '', 'nobody is told of an emergency'],
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
]
