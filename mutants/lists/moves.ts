import { mutantsOf } from '../mutant.ts'

const tests = ['server/src/cli/project/move.test.ts']
const safety = ['server/src/cli/project/move-safety.test.ts']

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
    [
      'if (caller?.closed && !call.whileMoving) throw closedError(caller.closed)',
      '',
      'people of a closed project go on reading',
    ],
    [' && !call.whileMoving', '', 'who belongs to a closed project cannot sign out'],
  ]),
  ...mutantsOf(
    'server/src/cli/project/close-project.ts',
    ['server/src/platform/mail/series.test.ts'],
    [[' or in_hand_until > now()', '', 'an email that was withdrawn in hand arrives after the next one']],
  ),
  ...mutantsOf('server/src/platform/mail/queue.ts', tests, [
    ["next_attempt_at <= $1 and ${isOpen('mail_outbox')}", 'next_attempt_at <= $1', 'a mail leaves at both places'],
  ]),
  ...mutantsOf('server/src/clinic/people/password.ts', tests, [
    ['.filter(({ is_open }) => is_open)', '', 'a guess shows whose account belongs to a closed project'],
  ]),
  ...mutantsOf('server/src/clinic/people/memberships.ts', tests, [
    ['order by is_open desc, ', 'order by ', 'who works in two projects gets into neither'],
  ]),
  ...mutantsOf('server/src/cli/project/import-rows.ts', tests, [
    ['!== sums.get(table.name)', "=== ''", 'a trigger changes what arrives'],
  ]),
  ...mutantsOf('server/src/cli/project/import-rows.ts', safety, [
    ['  await refuseNamedFiles(client, project_id)\n', '', 'a row that arrives deletes a file of another project'],
  ]),
  ...mutantsOf('server/src/cli/project/after-move.ts', safety, [
    ['if (!neverImported)', 'if (false)', 'a project that was imported elsewhere opens twice without a word'],
  ]),
  ...mutantsOf('server/src/cli/project/import-files.ts', tests, [
    ['if (isSame(measure.part(), written)) return', 'return', 'a changed file arrives'],
  ]),
  ...mutantsOf('server/src/cli/project/match-logins.ts', tests, [
    ['!twin.email_verified_at || !login.email_verified_at', 'false', 'records go to an address that nobody has proven'],
    ['sameAddress.length > 0 && !joinAccounts', 'false', 'records go to another account unasked'],
  ]),
  ...mutantsOf('server/src/cli/project/erase-project.ts', tests, [
    ['elsewhere.join(', "[''].join(", 'an account that is needed elsewhere is deleted'],
  ]),
  ...mutantsOf('server/migrations/0213_closed_projects_keep_rows.sql', safety, [
    ['where project_id = old.project_id) then', 'where false) then', 'a draft is deleted from a project that has left'],
  ]),
  ...mutantsOf('server/src/cli/project/export-project.ts', safety, [
    [
      '    try {\n      await awaitUnfinished(database, project.project_id)\n',
      '    await awaitUnfinished(database, project.project_id)\n    try {\n',
      'an export that fails leaves its project closed',
    ],
  ]),
  ...mutantsOf('server/src/cli/project/import-files.ts', safety, [
    ['if (taken) throw', 'if (false) throw', 'a forged list replaces a file of another project'],
    ['if (!(await isThere(store, file.key))) return false', '', 'a file that went since --prepare is missing for good'],
    [
      'file.missing || (await isHere(file))',
      'file.missing',
      'an import that fails deletes files that were here before it',
    ],
  ]),
  ...mutantsOf('server/src/cli/project/import-project.ts', safety, [
    ['if (move_id === backup_id)', 'if (false)', 'the export by which a project left opens it a second time'],
    [
      'await arrival.stopEmailChanges(client, project_id, [...existing.values()])',
      '',
      'a link of the other place takes over an account of this one',
    ],
  ]),
  ...mutantsOf('server/src/cli/project/erase-project.ts', safety, [
    ['  await rescue(client, project)\n', '', 'who works in another project loses the second step'],
  ]),
  ...mutantsOf('server/src/cli/project/export.ts', safety, [
    ['masters.all().some((master) => master.equals(moveKey))', 'false', 'the master key goes to another place'],
  ]),
  ...mutantsOf('server/src/features/appointments/reminders.ts', safety, [
    [" and ${sql.raw(isOpen('a'))}", '', 'a project that has left reminds of its appointments'],
  ]),
  ...mutantsOf('server/src/platform/metrics/gauges.ts', safety, [
    ['greatest(0, extract(epoch from now() - min(back_at)))', '0', 'nobody is told of a project that stays closed'],
  ]),
  ...mutantsOf(
    'server/src/clinic/retention/retention.ts',
    ['server/src/clinic/retention/retention.test.ts'],
    [['    .skipLocked()\n', '', 'files of a project that comes back are deleted']],
  ),
  ...mutantsOf('server/src/cli/project/prepared-files.ts', safety, [
    [
      '=== seal(file) ? file : undefined',
      "=== '' ? undefined : file",
      'a forged list passes a file off as one that was stored',
    ],
  ]),
  ...mutantsOf('server/src/clinic/people/end-grants-since.ts', safety, [
    ['    if (!is_open) continue\n', '', 'nobody takes an account back while one of its projects is closed'],
  ]),
]
