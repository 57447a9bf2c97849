import { mutantsOf } from '../mutant.ts'

const signIn = 'server/src/features/sign-in/sign-in.test.ts'
const switching = 'server/src/features/sign-in/switch-project.test.ts'
const lockOut = 'server/src/features/sign-in/lock-out.test.ts'
const accounts = 'server/src/features/accounts/accounts.test.ts'
const closing = ['server/src/features/accounts/closure.test.ts']
const providers = {
  tests: ['server/src/features/providers/providers.test.ts', 'server/src/features/patients/remove.test.ts', signIn],
}
const registration = {
  tests: ['registration', 'joining'].map((name) => `server/src/features/registration/${name}.test.ts`),
}
const withdrawn = { tests: ['server/src/features/invites/withdrawn-invitations.test.ts'] }
const removed = ['server/src/features/sign-in/removed-ways.test.ts']
const authTime = ['server/src/platform/identity/auth-time.test.ts']
const bypass = { tests: ['server/src/features/imaging/bypass.test.ts'] }

const secondFactor = ['server/test/second-factor.test.ts']
const twoStep = ['server/src/features/two-step/two-step.test.ts']

/** How somebody signs in, and for how long that counts. */
export const sessions = [
  ...mutantsOf('server/src/platform/calls/admit.ts', secondFactor, [
    ['    if (closed) throw secondFactorNeeded()\n', '', 'one factor opens every call'],
    ["closed && call.allow === 'anyone' ? null : caller", 'caller', 'one factor is somebody to calls of anyone'],
  ]),
  ...mutantsOf('server/src/platform/sessions/active-sessions.ts', secondFactor, [
    ['(pendingOf(second_factor) ? [] : [session_id])', '[session_id]', 'streams go on with one factor'],
    [
      '  if (!row || pendingOf(row.second_factor)) return false',
      '  if (!row) return false',
      'an upload ends with one factor',
    ],
  ]),
  ...mutantsOf('server/src/clinic/people/invited.ts', withdrawn.tests, [
    ['  await endInvitedSessions(db, record, login_id)\n', '', 'the browser of a stranger hears of news'],
  ]),
  ...mutantsOf('server/src/features/sign-in/routes.ts', withdrawn.tests, [
    ['if (used || over) throw', 'if (used) throw', 'a sign-in begins at an invitation that was withdrawn'],
  ]),
  ...mutantsOf('server/src/platform/identity/identity-provider.ts', authTime, [
    ['.max(9_999_999_999)', '', 'a provider that says milliseconds is believed for ever'],
    [
      'idToken, subject })) : undefined) ??\n    0',
      'idToken, subject })) : undefined)',
      'a provider that says no time has asked',
    ],
  ]),
  ...mutantsOf('server/src/platform/identity/audience.ts', authTime, [
    ['if (payload.sub !== subject)', 'if (false)', 'the ID token of somebody else is fresh proof'],
    ['{ audience: clientId }', '{}', 'the ID token of another client is fresh proof'],
    ['if (azp !== clientId)', 'if (false)', 'the ID token that another client holds is fresh proof'],
  ]),
  ...mutantsOf(
    'server/src/platform/sessions/session.ts',
    ['server/src/features/sign-in/identity-sign-in.test.ts'],
    [
      [
        '      ...(who.proof?.at !== undefined &&',
        '      ...(who.proof?.at === undefined &&',
        'the cookie of a provider is fresh proof',
      ],
      [
        'least(now(), to_timestamp(${who.proof.at}))',
        'to_timestamp(${who.proof.at})',
        'a clock that is ahead proves longer',
      ],
    ],
  ),
  ...mutantsOf('server/src/clinic/people/identity.ts', removed, [
    [
      '  if ((await loginBySubject(db, issuer, who)) !== login) throw failed()\n',
      '',
      'an identity that was disconnected at this moment signs in',
    ],
  ]),
  ...mutantsOf('server/src/features/two-step/passkey-sign-in.ts', removed, [
    ['  if (!held) throw refused()\n', '', 'a passkey that was removed at this moment signs in'],
  ]),
  ...mutantsOf(
    'server/src/clinic/people/operator-invitation-mail.ts',
    ['server/src/features/invites/invited-by-password.test.ts'],
    [["IDENTITY === 'password'", 'false', 'staff are sent to an identity provider that is not there']],
  ),
  ...mutantsOf(
    'server/src/features/contact/routes.ts',
    ['server/src/features/contact/contact.test.ts'],
    [
      [
        "database.unscoped('recipients of the contact form', (db) => addressesOfAdmins(db, project_id))",
        '[]',
        'nobody reads the contact form of a new clinic',
      ],
      ['if (user && !user.confirmed)', 'if (false)', 'a stranger writes to the clinic in a patient’s name'],
      ["sender.role === 'visitor' ? 'contact-project' : ", '', 'strangers silence the contact form for patients'],
    ],
  ),
  ...mutantsOf('server/src/features/invites/routes.ts', removed, [
    ['      await lockOwnLogin(db, user)\n', '', 'a session that has just ended connects an identity'],
  ]),
  ...mutantsOf('server/src/clinic/people/factors/prove.ts', twoStep, [
    ["\n    .where('last_step', '<', step)", '', 'a code counts twice'],
    ['    isOpen &&\n', '', 'codes are guessed without end'],
    [
      "if (checked === 'used') await refundAttempt(db, place)\n      else if",
      'if',
      'a used code forgives all wrong ones',
    ],
  ]),
  ...mutantsOf('server/src/clinic/people/failures.ts', twoStep, [
    [', blocked_until: null })', ' })', 'a used code keeps its owner waiting'],
  ]),
  ...mutantsOf('server/src/clinic/people/factors/passkeys.ts', twoStep, [
    [
      'requireUserVerification: login === null',
      'requireUserVerification: false',
      'a passkey without a finger signs in',
    ],
  ]),
  ...mutantsOf('server/src/clinic/people/factors/recovery.ts', twoStep, [
    [
      "\n    .where('used_at', 'is', null)\n    .executeTakeFirst",
      '\n    .executeTakeFirst',
      'a recovery code opens twice',
    ],
  ]),
  ...mutantsOf(
    'server/src/clinic/people/session-queries.ts',
    [signIn, switching],
    [
      [
        'where ${which} and s.revoked_at is null and s.expires_at > now()',
        'where ${which} and s.revoked_at is null',
        'a session never expires',
      ],
      ['where ${which} and s.revoked_at is null and', 'where ${which} and', 'a session that was ended lives'],
      [
        '\n     and s.last_seen_at > now() - make_interval(secs => ${idleMs / 1000})\n     and coalesce',
        '\n     and coalesce',
        'an unused session lives',
      ],
      [
        "\n     and s.audience = case when v.role in ('Admin', 'SuperAdmin') then 'admin' when v.role is not null then 'operator' else 'patient' end`",
        '`',
        'a session survives a change of role',
      ],
      [' offset 0)', ')', 'who is asking is looked for among all patients', { tests: ['server/test/plans.test.ts'] }],
      ['and p.deleted_at is null', '', 'a deleted patient is signed in', providers],
      ['and v.deleted_at is null and', 'and', 'a deleted provider is signed in', providers],
      ['(${record}.login_id = s.login_id or', '(true or', 'a record serves a login that it is not of', withdrawn],
      [' and b.session_id = s.session_id', '', 'who read an invitation to a wrong address stays signed in', withdrawn],
    ],
  ),
  ...mutantsOf(
    'server/src/platform/sessions/session-family.ts',
    [signIn, switching],
    [
      [
        'coalesce(s.family_id, s.session_id) = coalesce(named.family_id, named.session_id)',
        's.session_id = named.session_id',
        'a copied refresh token ends its session only',
      ],
      [
        '  await lockLogin(db, login)\n  await db\n',
        '  await db\n',
        'a session that is changing its project outlives “sign out everywhere”',
      ],
    ],
  ),
  ...mutantsOf(
    'server/src/platform/sessions/active-sessions.ts',
    [signIn, switching],
    [
      [
        'generation === row.generation - 1 && row.rotated_ms < graceMs',
        'generation === row.generation - 1',
        'a used refresh token is good for ever',
      ],
      [
        'generation === row.generation - 1 && row',
        'generation < row.generation && row',
        'any older refresh token is good for a while',
      ],
    ],
  ),
  ...mutantsOf(
    'server/src/platform/sessions/session.ts',
    [signIn, switching],
    [
      [
        '    if (!isFresh(name, row)) {\n      await revoke(context, name)\n',
        '    if (!isFresh(name, row)) {\n',
        'a copied refresh token ends nothing',
      ],
      [
        'if (held !== undefined && held?.session !== row.session_id) return null\n',
        '',
        'a tab slips into the session of the next person',
      ],
      ['      await revokeSuccessors(context, name)\n', '', 'a copied refresh token of a session before ends nothing'],
      ['operator: 12,', 'operator: 24,', 'staff stay signed in for a day'],
      ['  await endOldest(db, who.login, session)\n', '', 'a person has sessions without end'],
      ['after ? Date.parse(after.ends) : Infinity', 'Infinity', 'changing the project buys time'],
      ['after ? Date.parse(after.began) : Date.now()', 'Date.now()', 'changing the project begins the day anew'],
    ],
  ),
  ...mutantsOf(
    'server/src/platform/sessions/resolve-caller.ts',
    [signIn, switching],
    [
      ['if (row && isFresh(name, row)) return row', 'if (row) return row', 'an old cookie says who one is'],
      ['onlyStudies: studies }', 'onlyStudies: null }', 'a ticket opens what its session opens', bypass],
      ['proof.cookies && !proof.bearer && (await', 'proof.cookies && (await', 'with a bad token the cookie counts'],
    ],
  ),
  ...mutantsOf(
    'server/src/platform/sessions/tokens.ts',
    ['server/src/platform/sessions/tokens.test.ts'],
    [
      ["timingSafeEqual(mac(text), Buffer.from(given, 'base64url'))\n", 'given\n', 'a refresh token is forged'],
      ['currentDate: now,', 'currentDate: now ?? new Date(0),', 'an access token never expires'],
      ['randomBytes(32)', 'randomBytes(3)', 'the secret of a mailed link is guessed'],
    ],
  ),
  ...mutantsOf(
    'server/src/clinic/people/start-session.ts',
    [signIn],
    [
      [
        '  for (const other of sessions.namesIn(context.request.cookies)) await sessions.revokeIn(db, other)\n',
        '',
        'the session of the person before lives on',
      ],
      ['(!project || member.project === project)', 'true', 'the project of a sign-in is ignored'],
      ['member.audience === audience && (', '(', 'a patient enters by the entrance of staff'],
    ],
  ),
  ...mutantsOf(
    'server/src/clinic/people/start-session.ts',
    [switching],
    [
      [
        'if (!(await sessions.holdsRefreshToken(user, request.cookies))) throw unauthenticated()',
        '',
        'a leaked token buys a session',
      ],
    ],
  ),
  ...mutantsOf(
    'server/src/clinic/people/failures.ts',
    [lockOut],
    [
      ['const freeFailures = 5', 'const freeFailures = 50', 'fifty guesses before the first wait'],
      ['const maxFailures = 100', 'const maxFailures = 100_000', 'guesses without end'],
      ['where not is_blocked and in_a_row', 'where in_a_row', 'a place that waits goes on guessing'],
      ['or not (is_known or ${isKnown})', 'or true', 'strangers lock the owner’s browser out'],
      ['    await holdName(db, hash)\n', '', 'guesses at once count as one'],
    ],
  ),
  ...mutantsOf(
    'server/src/clinic/people/password.ts',
    [lockOut, signIn],
    [
      ['if (fits && isOpen) {', 'if (fits) {', 'the right guess is let in while its place waits'],
      ['  if (!held) throw refused()\n', '', 'a password that is being changed still opens'],
      [
        "  await auditFailure(database, login.login_id, id, isOpen ? 'wrong password' : 'blocked')\n",
        '',
        'a wrong password is not noted',
      ],
    ],
  ),
  ...mutantsOf(
    'server/src/clinic/people/identity.ts',
    ['server/src/features/sign-in/identity-sign-in.test.ts'],
    [
      ['  if (!numInsertedOrUpdatedRows) throw failed()\n', '', 'a token of the provider works twice'],
      ['  if (seen) throw failed()\n', '', 'a used token is shown to the provider again'],
    ],
  ),
  ...mutantsOf(
    'server/src/clinic/people/mailed-links.ts',
    [accounts],
    [
      [
        ".where('replaced_at', 'is', null)\n    .where('expires_at', '>', sql<string>`now()`)",
        ".where('replaced_at', 'is', null)",
        'a mailed link works after its end',
      ],
      [
        ".where('used_at', 'is', null)\n    .where('replaced_at', 'is', null)\n    .where('expires_at'",
        ".where('replaced_at', 'is', null)\n    .where('expires_at'",
        'a mailed link works twice',
      ],
      [
        ".where('replaced_at', 'is', null)\n    .where('expires_at'",
        ".where('expires_at'",
        'a link behind which a newer one was sent works',
      ],
      [
        ".where('purpose', '=', purpose)\n    .where('used_at', 'is', null)\n    .where('replaced_at'",
        ".where('used_at', 'is', null)\n    .where('replaced_at'",
        'a link that confirms an address resets a password',
        registration,
      ],
      [
        ".where('registration_id', 'is not distinct from', owner.registration_id ?? null)\n    .where('factor_id', 'is not distinct from', owner.factor_id ?? null)\n    .where('used_at', 'is', null)\n",
        ".where('used_at', '>', sql<string>`now()`)\n",
        'earlier links live on',
      ],
    ],
  ),
  ...mutantsOf(
    'server/src/features/accounts/change-password.ts',
    ['server/src/features/accounts/change-password.test.ts'],
    [
      [
        'endSessionsOfLogin(db, user.login, user.session)',
        'endSessionsOfLogin(db, user.login)',
        'a changed password ends its own session',
      ],
      ['      await endOthers(db, user, request.browserMark)\n', '', 'a stolen session outlives a changed password'],
      [
        '      await recheckPassword(db, login).catch(notCurrent)\n',
        '',
        'a password that was just reset still changes it',
      ],
      [
        "dropLinks(db, user.login, ['reset_password'])",
        "dropLinks(db, user.login, ['verify_email'])",
        'an older reset link still works',
      ],
      ["'device_hash', '!='", "'device_hash', '='", 'other browsers still count as the owner’s'],
      [
        'await checkNewPassword(platform, body.password, { login: user.login })',
        '{ short_password: false }',
        'a common password',
      ],
    ],
  ),
  ...mutantsOf('server/src/features/accounts/closure.ts', closing, [
    [".where('closure_requests.state', '!=', 'open')", '', 'asking again forgets what was asked'],
    ["state: 'declined', answer, request }", "state: 'declined', answer }", 'an answer is taken for another request'],
  ]),
  ...mutantsOf('server/src/features/patients/remove.ts', closing, [
    ['  await mailAccountClosed(sender, context, record)\n', '', 'a deletion leaves the request waiting'],
  ]),
  ...mutantsOf('server/src/clinic/records/closure-requests.ts', closing, [
    [".where('state', '=', 'open')", '', 'what is answered is answered again'],
  ]),
  ...mutantsOf('server/migrations/0098_closure_requests.sql', closing, [
    ["(state in ('open', 'withdrawn') and answer = '')", 'true', 'a patient answers'],
  ]),
  ...mutantsOf(
    'server/src/features/accounts/reset.ts',
    [accounts, lockOut],
    [
      ['      await endSessionsOfLogin(db, link.login_id)\n', '', 'a new password leaves old sessions'],
      [
        "        .where('email_verified_at', 'is not', null)\n",
        '',
        'an address that nobody confirmed gets a password',
        registration,
      ],
      [
        "      await db.deleteFrom('known_devices').where('login_id', '=', link.login_id).execute()\n",
        '',
        'a thief’s browser stays known',
      ],
      [
        "(audience === 'patient') === (area === 'patient')",
        'audience !== undefined',
        'a patient resets at the entrance of staff',
      ],
    ],
  ),
  ...mutantsOf(
    'server/src/features/sign-in/session-routes.ts',
    [signIn, switching],
    [
      [
        'for (const session of [...named, ...sessions.namesIn(request.cookies)])',
        'for (const session of named)',
        'logging out leaves the browser’s other sessions',
      ],
      [
        "if (body.project === user.project) throw conflict('You are already in this project.', 'same_project')",
        '',
        'moving to where one is buys time',
      ],
    ],
  ),
]
