import { mutantsOf } from '../mutant.ts'

const tests = ['server/src/cli/project/move.test.ts']

/** A project that moves: nobody is in it meanwhile, and what arrives is what left. */
export const moves = [
  ...mutantsOf('server/migrations/0208_project_moves.sql', tests, [
    [
      '  perform pg_advisory_xact_lock_shared(7341, hashtext(new.project_id::text));\n',
      '',
      'an export misses what is being written',
    ],
    [
      'if exists (select from project_moves where project_id = new.project_id)',
      'if false',
      'a request that was let in before writes into a project that has left',
    ],
    [' when (new.due_on is null)', '', 'a request for scans gets other days by moving'],
  ]),
  ...mutantsOf('server/src/platform/calls/admit.ts', tests, [
    ['if (caller?.closed) throw closedError(caller.closed)', '', 'people of a closed project go on reading'],
  ]),
  ...mutantsOf('server/src/platform/mail/queue.ts', tests, [
    ["next_attempt_at <= $1 and ${isOpen('mail_outbox')}", 'next_attempt_at <= $1', 'a mail leaves at both places'],
  ]),
  ...mutantsOf('server/src/clinic/people/password.ts', tests, [
    ['.filter(({ is_open }) => is_open)', '', 'a guess shows whose account belongs to a closed project'],
  ]),
  ...mutantsOf('server/src/clinic/people/memberships.ts', tests, [
    ['order by is_open desc, ', 'order by ', 'who works in two projects gets into neither'],
  ]),
  ...mutantsOf('server/src/platform/move/import-rows.ts', tests, [
    ['!== sums.get(table.name)', "=== ''", 'a trigger changes what arrives'],
  ]),
  ...mutantsOf('server/src/platform/move/import-files.ts', tests, [
    ['if (isSame(measure.part(), written)) return', 'return', 'a changed file arrives'],
  ]),
  ...mutantsOf('server/src/platform/move/who-is-here.ts', tests, [
    ['!twin.email_verified_at || !login.email_verified_at', 'false', 'records go to an address that nobody has proven'],
    ['sameAddress.length > 0 && !joinAccounts', 'false', 'records go to another account unasked'],
  ]),
  ...mutantsOf('server/src/platform/move/erase-project.ts', tests, [
    ['elsewhere.join(', "[''].join(", 'an account that is needed elsewhere is deleted'],
  ]),
]
