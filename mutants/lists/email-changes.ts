import { mutantsOf } from '../mutant.ts'

const accounts = 'server/src/features/accounts/accounts.test.ts'
const proposals = 'server/src/features/accounts/email-proposals.test.ts'
const undone = ['server/src/features/accounts/undo-address.test.ts']
const taken = ['server/src/features/accounts/undo-taken.test.ts']
const undoneStep = ['server/src/features/two-step/undo-staff.test.ts']
const reach = ['server/src/features/accounts/undo-reach.test.ts']

/** Who may change a sign-in address, undo the change, and what ends with it. */
export const emailChanges = [
  ...mutantsOf(
    'server/src/features/accounts/confirm-email.ts',
    [accounts, proposals],
    [
      [
        '      if (![signedIn?.login, byPassword?.login_id].includes(login)) throw signInFirst()\n',
        '',
        'the link alone changes an address',
      ],
      [
        'user && (await sessions.holdsRefreshToken(user, request.cookies)) ? user',
        'user ? user',
        'a leaked token changes an address',
      ],
      ['  if (change.stopped_at)\n', '  if (change.used_at)\n', 'a change that was stopped goes through'],
      [
        '  if (change.replaced_at) throw linkReplaced()\n',
        '',
        'the link of a change that was asked for again names no newer one',
      ],
      ['  if (!change.in_time)\n', '  if (change.used_at)\n', 'a change waits for ever'],
      ['  await dropUnproven(db, email)\n', '', 'what a stranger attached to a new address lives on'],
      [
        "    .where(isPatient ? 'patient_id' : 'provider_id', 'is not', null)\n    .forUpdate()",
        '    .forUpdate()',
        'the link of a provider works for patients',
      ],
      [
        "  await dropLinks(db, login, ['verify_email', 'reset_password'])\n",
        '',
        'a mailed link to the old address works',
      ],
      [
        "dropLinks(db, login, ['verify_email', 'reset_password'])",
        'dropLinks(db, login)',
        'a change takes the link away that removes a new factor',
        { tests: undone },
      ],
      [
        "if (moves !== 'stays') await setProven",
        'if (email) await setProven',
        'the login of one record follows the address of another',
      ],
      [
        '      if (!own) await refuseWithoutFactor(db, login)\n',
        '',
        'the password alone moves an account with a factor',
        { tests: ['server/test/second-factor.test.ts'] },
      ],
      [
        'if (await hasOnlyRecentFactors(db, login)) throw',
        'if (false) throw',
        'whoever knew the password moves the address away from the mail about their factor',
      ],
    ],
  ),
  ...mutantsOf(
    'server/src/features/accounts/stop-email-change.ts',
    [accounts, proposals, ...undone],
    [
      [
        '        .set({ stopped_at: sql<string>`now()` })\n',
        '        .set({ stopped_at: null })\n',
        'the old address stops nothing',
      ],
      [
        '      if (change.replaced_at) throw linkReplaced()\n',
        '',
        'who stops a change that was asked for again believes it stopped',
      ],
      ['if (change.used_at) {', 'if (change.stopped_at) {', 'a change that was made is said to be stopped'],
      [
        'const had_password = await endAccess(db, login)',
        'const had_password = true',
        'the stolen password opens it still',
      ],
      [
        'const disconnected = await removeRecentFactors(db, login)',
        'const disconnected = false',
        'the factor of a thief stays',
      ],
    ],
  ),
  ...mutantsOf(
    'server/src/clinic/people/email-change.ts',
    ['server/src/features/invites/turned-invitations.test.ts'],
    [
      [
        '  await sender.mail.queue(db, addressCorrectedMail({ project, email: record.email, words }, wasInvited))\n',
        '',
        'an invitation goes to the mailbox of whoever edits, and the invited hear nothing',
      ],
      ['words }, wasInvited))', 'words }, false))', 'an invitation that is turned again within the hour is not told'],
      ['words }, wasInvited))', 'words }, true))', 'who enters and corrects an address at will fills a mailbox'],
      [
        "    if (table === 'patients' && (await isBlockedForPatients(db, project, wanted))) throw blockedDomain()\n",
        '',
        'an open invitation is turned to a blocked domain',
      ],
      ["  await noteEdit(db, owner, editor, 'correct_email')\n", '', 'the log does not say who turned an invitation'],
      [
        '      replaced_at: sql<string>`now()`,\n      expires_at: sql<string>`least(expires_at, now())`,\n',
        '',
        'the links of a change live on when it is asked for again',
        { tests: [accounts] },
      ],
    ],
  ),
  ...mutantsOf(
    'server/src/clinic/people/retention.ts',
    ['server/src/clinic/retention/expired-rows.test.ts'],
    [
      [
        'or t.provider_id is not null and exists (',
        'or false and exists (',
        'an undo no longer knows where the links of staff went',
      ],
      [
        'unless: `t.used_at is null and',
        'unless: `false and',
        'an invitation that nobody answered is no work any more',
      ],
    ],
  ),
  ...mutantsOf('server/src/clinic/people/undo-email-change.ts', undone, [
    [
      'used_at > now() - make_interval(days => ${recentDays})',
      'used_at is not null',
      'an old mailbox is the account for ever',
    ],
    ['change.moved_login && emailKey', 'emailKey', 'the mailbox of a record becomes the account'],
    ['  for (const change of changes) await stopChange(db, change)\n', '', 'the link of a thief takes it again'],
    ['  await dropLinks(db, login)\n', '', 'a reset that was mailed to a thief opens it again'],
    [
      "  await db.deleteFrom('former_addresses').where('login_id', '=', login).where('email', 'in', emails).execute()\n",
      '',
      'the mailbox of a thief is told of each second step',
    ],
    [
      'const other = await dropUnproven(db, email)',
      'const other = [login].at(1)',
      'a stranger who registers keeps the old address away',
    ],
    ['    .forUpdate()\n', '', 'a change at the same moment is not undone'],
  ]),
  ...mutantsOf('server/src/clinic/people/undo-email-change.ts', reach, [
    ['  await endGrantsSince(sender, db, { login, since, request })\n', '', 'a thief’s caregiver goes on reading'],
    ['  if (!(await isOf(db, login, change))) return true\n', '', 'an undo changes a record of somebody else'],
  ]),
  ...mutantsOf('server/src/clinic/people/undo-email-change.ts', taken, [
    [
      'const isFree = other === undefined || other === login',
      'const isFree = true',
      'an old address that is taken leaves a thief inside',
    ],
    [
      '  if (await isRecordAddressTaken(db, change, old_email)) return false\n',
      '',
      'another record with the old address leaves a thief inside',
    ],
    [
      "undone === 'back' ? 'account.undo_email_change' : ",
      "undone !== undefined ? 'account.undo_email_change' : ",
      'the log says that an address is back that is not',
    ],
    ['changes.findLast(', 'changes.find(', 'an address in between that is taken leaves a thief inside'],
  ]),
  ...mutantsOf('server/src/clinic/people/proven-address.ts', taken, [
    [
      '.set({ email_key: heldKey(login) })',
      '.set({ email_verified_at: null })',
      'a thief’s mailbox resets the password',
    ],
    [".where('email_key', '<>', heldKey(login))", '', 'a thief’s mailbox takes away the second step of the owner'],
  ]),
  ...mutantsOf('server/src/clinic/people/undo-email-change.ts', reach, [
    [
      '  await endTakeover(sender, db, { login, request, suspectSince: [since, suspectSince] })\n',
      '',
      'staff whom a thief invited stay',
    ],
  ]),
  ...mutantsOf('server/src/features/two-step/undo.ts', undoneStep, [
    [
      "      if (undone === 'none') await endTakeover({ config }, db, { ...account, suspectSince: [suspectSince] })\n",
      '',
      'staff whom a thief invited behind a second step stay',
    ],
  ]),
  ...mutantsOf('server/src/clinic/people/end-takeover.ts', undoneStep, [
    [', await recentFactorSince(db, login)]', ']', 'staff who were added between a new factor and a new address stay'],
    ['[...suspectSince, ', '[', 'staff who were added beside a factor that is there no more stay'],
    ['if (member.is_open && member.provider)', 'if (false)', 'no admin hears of an account that was taken back'],
  ]),
  ...mutantsOf('server/src/clinic/people/remove-staff-since.ts', reach, [
    ['(v.created_at >= ${since} or ', '(true or ', 'an undo removes who was invited before'],
    [' or ${isTurned(since)}))', '))', 'an undo leaves whoever got an invitation that was meant for another mailbox'],
    [' and lower(o.email) = lower(i.email)', ' and false', 'an undo removes whose invitation was sent again'],
  ]),
  ...mutantsOf('server/src/features/accounts/confirm-email.ts', taken, [
    ["? 'settles' : 'stays'", "? 'moves' : 'stays'", 'a thief’s mailbox undoes what the owner chose'],
  ]),
  ...mutantsOf('server/src/cli/two-step-remove.ts', taken, [
    ['if (!is_held) await note', 'await note', 'a thief hears of each recovery'],
    ['login.is_held ? [] : [login.email]', '[login.email]', 'a thief hears of the way back'],
  ]),
  ...mutantsOf('server/src/clinic/people/end-grants-since.ts', taken, [
    ['and c.ended_at is null', 'and p.deleted_at is null and c.ended_at is null', 'a merge keeps a thief’s caregiver'],
  ]),
  ...mutantsOf('server/src/features/accounts/stop-email-change.ts', reach, [
    ['undo_hash?.equals(link) ? { token_hash } : ', '', 'the address of a record alone is not undone'],
  ]),
  ...mutantsOf('server/src/clinic/people/end-grants-since.ts', reach, [
    ['c.invited_by = p.patient_id and c.invited_at >= ${since}', 'false', 'who was invited by a thief stays'],
    [
      'or exists (select from audit_events e',
      'or false and exists (select from audit_events e',
      'who was given more by a thief keeps it',
    ],
    ['c.invited_at >= ${since}', 'true', 'an undo ends who helped before'],
  ]),
  ...mutantsOf('server/src/features/accounts/confirm-email.ts', reach, [
    ['.set({ login_id, old_email,', '.set({ old_email,', 'deleting the record keeps a stolen login'],
  ]),
]
