import { mutantsOf } from '../mutant.ts'

const undone = { tests: ['server/src/features/accounts/undo-address.test.ts'] }
const login = ['server/src/features/two-step/whole-login.test.ts']
const identities = ['server/src/features/sign-in/identity-sign-in.test.ts']
const passwords = ['server/src/clinic/people/new-password.test.ts']
const recovered = ['recovery', 'witness', 'losses'].map(
  (name) => `server/src/features/two-step/recovery/${name}.test.ts`,
)
const proofs = ['server/src/features/two-step/fresh-proof.test.ts']
const everyCall = ['server/test/fresh-proof.test.ts']
const forms = ['server/src/features/forms/signed-pdf.test.ts']
const stamps = ['server/src/platform/signing/time-stamp.test.ts']

/** Second factors of a login that is in several projects, and what is signed by them. */
export const factors = [
  ...mutantsOf(
    'server/src/clinic/people/factors/second-factor-sql.ts',
    [...login, ...proofs],
    [
      [
        "not ${anywhere(`${stateOf(policy, 'm.role')} = 'verify'`)}",
        'true',
        'the weakest project adds the first factor',
      ],
      [
        "${anywhere(isRequired(policy, 'm.role'))} as",
        '${isRequired(policy, ownRole)} as',
        'the weakest project removes the last',
      ],
    ],
  ),
  ...mutantsOf('server/src/features/two-step/own-factors.ts', recovered, [
    [
      '        await endSessionsOfLogin(db, user.login, user.session)\n',
      '',
      'a lost phone stays signed in',
      { tests: ['server/src/features/two-step/two-step.test.ts'] },
    ],
    [
      "          .where('factor_id', 'is', null)\n",
      "          .where('factor_id', 'is', null)\n          .where('factor', '=', 'nothing')\n",
      'a removed passkey vouches in the name of an older one',
    ],
  ]),
  ...mutantsOf('server/src/cli/two-step-remove.ts', recovered, [
    ['  await stopEmailChanges(db, login_id)\n', '', 'a mailbox that was left before brings the login back', undone],
    [
      "  await db.deleteFrom('identities').where('login_id', '=', login_id).execute()\n",
      '',
      'the lost mailbox opens the account by its identity',
    ],
  ]),
  ...mutantsOf(
    'server/src/clinic/people/factors/second-factor-sql.ts',
    ['server/test/second-factor.test.ts'],
    [
      [
        "s.idp_claims && (select array_agg('acr:' || a) from unnest(j.two_step_acr) a)",
        's.idp_claims is not null',
        'whatever the provider says counts as a second step',
      ],
    ],
  ),
  ...mutantsOf('contract/src/unmatched-studies.ts', everyCall, [
    ["scan to a patient',\n  proof: 'fresh',", "scan to a patient',", 'an open session opens images to anybody'],
  ]),
  ...mutantsOf('contract/src/reimbursements.ts', everyCall, [
    [
      "  summary: 'Change a reimbursement request or its status',\n  allow: staff,\n  right: 'decide_money',\n  proof: 'fresh',",
      "  summary: 'Change a reimbursement request or its status',\n  allow: staff,\n  right: 'decide_money',",
      'an open session pays out',
    ],
  ]),
  ...mutantsOf('server/src/clinic/records/login-records.ts', proofs, [
    [
      "'Patient' from patients where login_id = s.login_id and deleted_at is null",
      "'Patient' from patients where login_id = s.login_id",
      'a deleted record asks for factors',
    ],
  ]),
  ...mutantsOf('server/src/platform/calls/fresh-proof.ts', everyCall, [
    ['session_id = ${user.session} and login_id', 'login_id', 'a proof is good in another session'],
    [' and call = ${name}', '', 'a proof is good for another action'],
    [
      '${ofSecret(provable)} and input_hash = ${input_hash}',
      '${ofSecret(provable)}',
      'a proof is good for another record',
    ],
    [
      '${ofSecret(provable)} and address_hash = ${address_hash}',
      '${ofSecret(provable)}',
      'an upload tells which records there are',
    ],
    ['? sql`clock_timestamp()` :', "? sql`'-infinity'::timestamptz` :", 'a proof is good for ever'],
    ['texts(query)]', '{}]', 'a proof of one list is good for another'],
  ]),
  ...mutantsOf('server/src/platform/calls/handle-call.ts', everyCall, [
    ['if (freshProof) audit.proof', 'if (false) audit.proof', 'nothing is asked for'],
    [
      'audit: AuditNote = { proof: context.audit.proof }',
      'audit: AuditNote = {}',
      'rows of many do not say what was shown',
    ],
  ]),
  ...mutantsOf('server/src/features/two-step/fresh-proof.ts', proofs, [
    ['[by, factor ?? null,', '[by, null,', 'the trail does not say which passkey confirmed it'],
    ["proof.method === 'password' && !offered.password", 'false', 'a password is enough where a code is mailed'],
    ['if (!offered.recent) throw', 'if (false) throw', 'an old sign-in is fresh'],
    ['facts.factor_passed && (isEnrolling || !hasFactor(methods))', 'true', 'a second step need not be shown'],
  ]),
  ...mutantsOf(
    'server/src/clinic/people/factors/mail-code.ts',
    ['server/src/features/two-step/mail-codes.test.ts'],
    [['  await dropChallenge(db, id)\n', '', 'a mailed code opens twice']],
  ),
  ...mutantsOf(
    'server/src/features/two-step/state.ts',
    ['server/src/features/two-step/mail-codes.test.ts'],
    [
      [
        "facts.factor_passed ? 'fresh-proof-code'",
        "true ? 'fresh-proof-code'",
        'what a session confirms uses up its sign-ins',
      ],
      [
        "facts.factor_passed ? 'fresh-proof-code'",
        "facts.second_factor !== 'verify' ? 'fresh-proof-code'",
        'who has shown nothing guesses twice as often from a project that asks for nothing',
      ],
    ],
  ),
  ...mutantsOf('server/src/features/two-step/enroll.ts', login, [
    ['else if (!by_own_factor)', 'else if (false)', 'two first factors at once'],
    [
      '  if (isFirst) await discountIdentities(',
      '  if (false) await discountIdentities(',
      'an identity counts for ever',
    ],
  ]),
  ...mutantsOf('server/src/clinic/people/end-access.ts', login, [
    [
      'set({ password_hash: null, short_password: false })',
      'set({ last_project_id: null })',
      'whoever knew the password comes back',
    ],
    ['  await endSessionsOfLogin(db, login)\n', '', 'sessions outlive the link'],
  ]),
  ...mutantsOf(
    'server/src/features/two-step/recovery/confirm.ts',
    ['server/src/features/two-step/recovery/witness.test.ts'],
    [
      [
        '  if (unchanged.length === 0) throw newBirthDateError()\n',
        '',
        'a record that was edited lately is compared, and its tries are lost',
      ],
    ],
  ),
  ...mutantsOf(
    'server/src/clinic/people/account-recovery/who-confirms.ts',
    ['server/src/features/two-step/recovery/witness.test.ts'],
    [
      [
        'dob_changed_at <= ${longBefore(start)}',
        'true',
        'a birth date of another person that was just entered confirms that person',
      ],
    ],
  ),
  ...mutantsOf('server/src/features/two-step/undo.ts', login, [
    ['...(await addressesLeft(db, login_id))', '', 'whoever moved the account alone hears of their factor', undone],
    [
      "        (await undoEmailChanges({ config, mail }, db, { ...account, first: { left }, suspectSince })) ?? 'none'\n",
      "        'none' as Undone | 'none'\n",
      'the link in the old mailbox leaves the account in another',
      undone,
    ],
    ['const disconnected = await removeRecentFactors(db, login)', 'const disconnected = false', 'the factor stays'],
    [
      'if (!(await hasRecentFactor(db, login_id))) throw',
      'if (false) throw',
      'the link of a factor that is gone ends the password',
    ],
    [
      "login_id = ${login} and purpose = 'undo_factor' and used_at is null",
      "login_id = ${login} and purpose = 'undo_factor' and used_at > now()",
      'an older link takes away what its owner has added since',
    ],
    ['created_at >=\n', 'created_at <\n', 'codes of the new factor stay'],
  ]),
  ...mutantsOf('server/src/clinic/people/factors/recent.ts', login, [
    [
      "db.deleteFrom('identities').where('login_id', '=', login).where(isRecent)",
      "db.deleteFrom('identities').where('login_id', '=', login).where(sql<boolean>`false`)",
      'an identity that was just connected outlives a reset',
    ],
  ]),
  ...mutantsOf('server/src/clinic/people/connected-identities.ts', login, [
    ['if (byIdentity && all.length === 1) return', 'if (byIdentity) return', 'two identities count for one'],
  ]),
  ...mutantsOf('server/src/clinic/people/lock-own-login.ts', login, [
    ['  if (!active) throw sessionEndedError()\n', '', 'a session that was ended adds a factor'],
  ]),
  ...mutantsOf('server/src/clinic/people/factors/totp-secret.ts', login, [
    ['error instanceof ProjectKeyLost', 'false', 'an app under a lost key is an error of the server'],
  ]),
  ...mutantsOf('server/src/clinic/people/connected-identities.ts', identities, [
    [
      'claims_count: byOwnFactor || !hasFactor(await methodsOf(db, login)),',
      'claims_count: true,',
      'an identity that was connected by password alone counts',
    ],
    ['byOwnFactor || !hasFactor', '!hasFactor', 'one that was connected by the factor does not'],
    ['  if (!member) return\n', '  return\n', 'nobody is told of a new identity'],
    ["where('identities.login_id', '=', login)", "where('identities.login_id', '<>', login)", 'it never counts again'],
  ]),
  ...mutantsOf('server/src/features/sign-in/routes.ts', identities, [
    ['members.map(withoutPatient)', 'members', 'a token of a provider names patients'],
  ]),
  ...mutantsOf('server/src/clinic/people/new-password.ts', passwords, [
    ['short_password && !hasFactor', 'false && !hasFactor', 'a short password stands alone'],
  ]),
  ...mutantsOf('server/src/features/sign-in/routes.ts', passwords, [
    ['long_passwords: config.twoStep', 'long_passwords: false', 'how long is said only after sending'],
  ]),
  ...mutantsOf('server/src/features/forms/export-form.ts', forms, [
    ['  await noteExport(database, form)\n', '', 'an export leaves no row'],
    ["mode: 0o600, flag: 'wx'", "flag: 'wx'", 'everybody reads an export'],
    ['(await readdir(folder)).length > 0', 'false', 'an export goes among other files'],
  ]),
  ...mutantsOf('server/src/features/forms/sign-factor.ts', forms, [
    ["hasStep ? 'password_and_step' : ", '', 'a second step is not sealed'],
  ]),
  ...mutantsOf('server/src/platform/signing/time-stamp.ts', stamps, [
    ["signer.keyUsage?.join(' ') !== timeStamping", 'false', 'any certificate tells the time'],
    [' || !usage?.critical', '', 'a use that may be overlooked is enough'],
    ['if (others.length > maxCertificates) return undefined\n', '', 'however many certificates are all looked at'],
    ['Math.abs(info.genTime.getTime() - Date.now()) > maxDriftMs', 'false', 'any time is now'],
    ['trusted.length > 0 && !chain', 'false && !chain', 'any authority tells the time'],
    ['chains.find((one) => isIssuedBy(endOf(one), issuer))', 'undefined', 'an issued certificate is refused'],
  ]),
  ...mutantsOf('server/src/platform/signing/bounded-body.ts', stamps, [
    ['length > most', 'false', 'an answer without end is read'],
  ]),
  ...mutantsOf('server/src/platform/signing/revocation-list.ts', stamps, [
    ['(await list.verify({ issuerCertificate: issuer }))', 'true', 'anybody says what an authority has revoked'],
  ]),
  ...mutantsOf('server/src/platform/signing/validation-data.ts', stamps, [
    ['isRevoked && name === nameOf(chain)', 'false', 'a revoked certificate tells the time'],
  ]),
  ...mutantsOf('server/src/clinic/people/account-recovery/who-confirms.ts', recovered, [
    ['old.size === 0 ||', 'true ||', 'a clinic that invited them lately opens the records of all others'],
  ]),
  ...mutantsOf('server/src/features/two-step/recovery/confirm.ts', recovered, [
    ['  if (proof?.factor) return { id: proof.factor }\n', '', 'an old passkey vouches by a proof of a new one'],
    ['filter(({ project }) => project === user.project)', 'filter(() => true)', 'any clinic vouches for anybody'],
    ['if (open.login_id === user.login) throw', 'if (false) throw', 'somebody vouches for themselves'],
    ['if (!mayConfirm(decisive.kind, user.role)) throw', 'if (false) throw', 'a nurse makes an admin'],
    [
      'if (await areRelated(db, user.login, open.login_id)) throw',
      'if (false) throw',
      'a caregiver vouches for the patient',
    ],
    ["if (open.state !== 'started') throw", 'if (false) throw', 'a third witness starts the wait anew'],
    ['if (!(await matchesSomeRecord(db, records, body))) return', 'if (false) return', 'nobody looks at the document'],
    ['if (left > 0) return refusal', 'if (true) return refusal', 'the record is guessed'],
    ["    action: 'refused',\n", "    action: 'patient.focus',\n", 'guesses in front of a record leave no refusal'],
    [
      '  await noteRecovery(db, here, { ...act, ...by })\n',
      '',
      'the trail does not say whose guesses ended a recovery',
    ],
    ['if (kinds.length === 0) throw', 'if (false) throw', 'a password vouches'],
    [
      "throw violates(error, 'recovery_witnesses_pkey') ? sameWitnessError() : error",
      'if (false) throw error',
      'one person is both witnesses',
    ],
    [
      "  await platform.rateLimits.spendRule('recovery-codes', user.login, codesPerWitness)",
      '',
      'visit codes are guessed',
    ],
  ]),
  ...mutantsOf('server/src/features/two-step/recovery/start.ts', recovered, [
    [
      "      .where('own_hash', '=', ownHash(user.login, body.code))",
      '',
      'a thief of the password waits beside the owner',
    ],
    [
      "if (before && before.state !== 'started') throw",
      'if (false) throw',
      'whoever knows the password takes a recovery away',
    ],
    ["if (open?.state === 'waiting') throw notYet()", 'if (false) throw notYet()', 'the wait says nothing of itself'],
  ]),
  ...mutantsOf('server/src/features/two-step/recovery/finish.ts', recovered, [
    ['if (!(await isRecovering(db, user))) return false', 'if (false) return false', 'the own code is not asked for'],
    ['  await dropLostFactors(db, user)\n', '', 'what was lost opens the account'],
  ]),
  ...mutantsOf('server/src/clinic/people/account-recovery/replace-factors.ts', recovered, [
    ['  await endSessionsOfLogin(db, login, session)\n', '', 'sessions of a thief outlive the recovery'],
  ]),
  ...mutantsOf('server/src/clinic/people/account-recovery/who-confirms.ts', recovered, [
    ['rankOf(member) === top', 'true', 'patients’ staff vouch for an admin of elsewhere'],
    ['max(two_step_recovery_hours)', 'min(two_step_recovery_hours)', 'the laxest project decides'],
    ['>= recoveryWitnesses', '>= 0', 'somebody waits for nobody'],
    ['sql`\n  p.created_at <= ${since} and', 'sql`', 'an admin invites the second witness'],
    ['i.provider_id = p.provider_id and i.used_at > ${since}', 'false', 'an old invitation makes the second witness'],
    [' and f.created_at <= ${since}', '', 'an idle account is made a witness'],
    ['order by last_used_at desc', 'order by created_at', 'an old passkey stands for the one that was shown'],
    ['       and ${wasTheirs(longBefore(sql`now()`))}\n', '', 'somebody waits for new colleagues'],
  ]),
  ...mutantsOf('server/src/clinic/people/factors/second-factor-sql.ts', recovered, [
    ['a.session_id = s.session_id and a.ended_at is null', 'a.ended_at is null', 'any session replaces the factors'],
  ]),
  ...mutantsOf('server/src/clinic/people/factors/recent.ts', recovered, [
    [' and not witnessed', '', 'a mailbox takes away what two vouched for'],
  ]),
  ...mutantsOf('server/src/features/two-step/state.ts', recovered, [
    [
      "if (shown.by !== 'mail') await stopByFactor",
      'if (false) await stopByFactor',
      'a factor that is there stops nothing',
    ],
  ]),
  ...mutantsOf('server/src/features/accounts/confirm-email.ts', recovered, [
    ['if (await openRecovery(db, { login })) throw', 'if (false) throw', 'the mails are taken away'],
    ['  await noteFormerAddress(db, login, old)\n', '', 'the former address is not told'],
  ]),
]
