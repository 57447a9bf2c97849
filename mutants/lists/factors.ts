import { mutantsOf } from '../mutant.ts'

const login = ['server/src/features/two-step/whole-login.test.ts']
const identities = ['server/src/features/sign-in/identity-sign-in.test.ts']
const passwords = ['server/src/clinic/people/new-password.test.ts']
const proofs = ['server/src/features/two-step/fresh-proof.test.ts']
const everyCall = ['server/test/fresh-proof.test.ts']
const forms = ['server/src/features/forms/signed-pdf.test.ts']
const stamps = ['server/src/platform/signing/document-signer.test.ts']

/** Second factors of a login that is in several projects, and what is signed by them. */
export const factors = [
  ...mutantsOf(
    'server/src/platform/sessions/second-factor.ts',
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
  ...mutantsOf('server/src/platform/sessions/login-records.ts', proofs, [
    [
      "'Patient' from patients where login_id = s.login_id and deleted_at is null",
      "'Patient' from patients where login_id = s.login_id",
      'a deleted record asks for factors',
    ],
  ]),
  ...mutantsOf('server/src/platform/calls/fresh-proof.ts', everyCall, [
    ['session_id = ${user.session} and login_id', 'login_id', 'a proof is good in another session'],
    [' and call = ${name}', '', 'a proof is good for another action'],
    ['${ofSecret(of)} and input_hash = ${input_hash}', '${ofSecret(of)}', 'a proof is good for another record'],
    [
      '${ofSecret(of)} and address_hash = ${address_hash}',
      '${ofSecret(of)}',
      'an upload tells which records there are',
    ],
    ['? sql`clock_timestamp()` :', "? sql`'-infinity'::timestamptz` :", 'a proof is good for ever'],
    ['texts(query)]', '{}]', 'a proof of one list is good for another'],
  ]),
  ...mutantsOf('server/src/platform/calls/answer-call.ts', everyCall, [
    ['if (freshProof) audit.proof', 'if (false) audit.proof', 'nothing is asked for'],
    [
      'audit: AuditNote = { proof: context.audit.proof }',
      'audit: AuditNote = {}',
      'rows of many do not say what was shown',
    ],
  ]),
  ...mutantsOf('server/src/features/two-step/fresh-proof.ts', proofs, [
    ["proof.method === 'password' && !offered.password", 'false', 'a password is enough where a code is mailed'],
    ['if (!offered.recent) throw', 'if (false) throw', 'an old sign-in is fresh'],
    ['facts.settled && !hasFactor(methods)', 'true', 'a second step need not be shown'],
  ]),
  ...mutantsOf('server/src/features/two-step/enroll.ts', login, [
    ['else if (!by_own_factor)', 'else if (false)', 'two first factors at once'],
    [
      '  if (isFirst) await discountIdentities(',
      '  if (false) await discountIdentities(',
      'an identity counts for ever',
    ],
  ]),
  ...mutantsOf('server/src/features/two-step/undo.ts', login, [
    [
      'set({ password_hash: null, short_password: false })',
      'set({ last_project_id: null })',
      'whoever knew the password comes back',
    ],
    ['set({ revoked_at: new Date().toISOString() })', 'set({ revoked_at: null })', 'sessions outlive the link'],
    ['const disconnected = await dropYoungWays(db, login)', 'const disconnected = false', 'the factor stays'],
    [
      'if (!(await isThere(db, factor_id))) throw',
      'if (false) throw',
      'the link of a factor that is gone ends the password',
    ],
    ['created_at >=\n', 'created_at <\n', 'codes of the new factor stay'],
  ]),
  ...mutantsOf('server/src/clinic/people/factors/recent.ts', login, [
    [
      "db.deleteFrom('identities').where('login_id', '=', login).where(isYoung)",
      "db.deleteFrom('identities').where('login_id', '=', login).where(sql<boolean>`false`)",
      'an identity that was just connected outlives a reset',
    ],
  ]),
  ...mutantsOf('server/src/clinic/people/connected-identities.ts', login, [
    ['if (byIdentity && all.length === 1) return', 'if (byIdentity) return', 'two identities count for one'],
  ]),
  ...mutantsOf('server/src/features/two-step/own-login.ts', login, [
    ['  if (!living) throw ended()\n', '', 'a session that was ended adds a factor'],
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
  ...mutantsOf('server/src/features/forms/countersign.ts', forms, [
    ['c.caregiver_id = $3 or', 'false or', 'a caregiver signs below the own form'],
    ['or c.patient_id = $2 and', 'or false and', 'a caregiver signs below a form of the own patient'],
    ['return own.length > 0', 'return false', 'a patient signs below the own form'],
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
    ['if (others.length > mostCertificates) return false\n', '', 'however many certificates are all looked at'],
    ['Math.abs(info.genTime.getTime() - Date.now()) > mostDriftMs', 'false', 'any time is now'],
    ['trusted.length > 0 && !leadsTo', 'false && !leadsTo', 'any authority tells the time'],
    ['ends.some((end) => isIssuedBy(end, one))', 'false', 'an issued certificate is refused'],
    ['length > mostBytes', 'false', 'an answer without end is read'],
  ]),
]
