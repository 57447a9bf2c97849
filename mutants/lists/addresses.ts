import { mutantsOf } from '../mutant.ts'

const accounts = 'server/src/features/accounts/accounts.test.ts'
const registration = ['registration', 'several-registrations', 'joining'].map(
  (name) => `server/src/features/registration/${name}.test.ts`,
)
const matrix = ['server/test/unproven-address.test.ts']
const invites = [
  'server/src/features/invites/invited-patients-sign-up.test.ts',
  'server/src/features/invites/invited-patients.test.ts',
  'server/src/features/invites/invited-providers.test.ts',
]
const tickets = ['server/src/features/imaging/viewer-tickets.test.ts']

/** Whose an email address, a record or a study is. */
export const addresses = [
  ...mutantsOf(
    'server/src/clinic/people/proven-address.ts',
    [...registration, ...matrix],
    [
      [
        'login_id === except ? [] : [login_id]',
        'login_id === except ? [login_id] : []',
        'who registered with another’s address keeps the account',
      ],
      [
        "    .where('email_verified_at', 'is', null)\n    .forUpdate()",
        '    .forUpdate()',
        'a proven account ends with a registration',
      ],
      [
        ' or (email_verified_at is null and lower(email) = ${key})',
        '',
        'registrations that left the address to a newer one outlive the proof',
      ],
      [
        ".set({ login_id: null, register_status: 'Invited' })",
        ".set({ register_status: 'Invited' })",
        'a record stays with the login of a stranger',
        { tests: [...registration, accounts, ...invites] },
      ],
    ],
  ),
  ...mutantsOf('server/src/clinic/people/registrations.ts', registration, [
    ['  if (device) await dropEarlier(db, email_key, device)\n', '', 'who registers twice has two passwords'],
    ["    .where('d.device_hash', '=', hashSecret(device))\n", '', 'a stranger pushes out a registration'],
    [
      'if (!login || login.email_verified_at) return login?.login_id',
      'if (!login) return',
      'a registration takes over an account',
    ],
    ['    ...(own ? {} : await knownOf(db, login, typed)),\n', '', 'a stranger writes the record of an account'],
    ['  if (!released) await dropLogins(db, [login_id])\n', '', 'a login that nobody has proven keeps its address'],
    ['  else if (account !== login) throw addressTaken()\n', '', 'a registration takes an address of somebody else'],
    [
      '  if (!account) await setProvenAddress(db, login, email)\n',
      '  if (account === undefined) await dropUnproven(db, email, login)\n',
      'a confirmed address stays unproven',
    ],
    ['created_at > now() - make_interval(hours => ${registrationHours})`', 'true`', 'a registration waits for ever'],
    [
      "  await db.deleteFrom('registrations').where('project_id', '=', project_id).where('email_key', '=', email_key).execute()\n",
      "  await db.deleteFrom('registrations').where('registration_id', '=', registration_id).execute()\n",
      'others who registered with the address may still join it',
    ],
  ]),
  ...mutantsOf(
    'server/src/app.ts',
    ['server/test/site-name.test.ts'],
    [[' ?? lastNames.get(host)', '', 'a clinic loses its name while the database is away']],
  ),
  ...mutantsOf(
    'server/src/features/invites/accept.ts',
    ['server/src/features/invites/invited-by-password.test.ts'],
    [
      [
        '!found.password_hash && !hasFactor',
        '!hasFactor',
        'a long password is asked for where the account has its own',
      ],
    ],
  ),
  ...mutantsOf(
    'server/src/features/invites/accept.ts',
    ['server/test/second-factor.test.ts'],
    [
      [
        '  if (login && !signedIn) await refuseWithoutFactor(db, login)\n',
        '',
        'an invitation joins an account with a factor by its password alone',
      ],
    ],
  ),
  ...mutantsOf('server/src/features/registration/verify.ts', registration, [
    [
      '        await refuseWithoutFactor(db, byPassword.login_id)\n',
      '',
      'a registration joins an account with a factor by its password alone',
      { tests: ['server/test/second-factor.test.ts'] },
    ],
    ['if (!joins && device && (await', 'if (device && (await', 'a known browser joins an account by the link alone'],
    ['    if (!password) throw', '    if (password === null) throw', 'the link alone confirms'],
    [
      'if (user?.login !== login) return proveSamePerson',
      'if (!user) return proveSamePerson',
      'anybody who is signed in confirms',
    ],
    ['      if (joins && !body.consent) await askConsent(waiting)\n', '', 'opening a link joins another project'],
    [
      "    const found = await loginBy(database, 'login_id', login)\n    return checkPassword",
      "    const found = await loginBy(database, 'login_id', login)\n    if (found) return found\n    return checkPassword",
      'any password confirms',
    ],
  ]),
  ...mutantsOf('server/src/features/registration/routes.ts', registration, [
    ['      if (!mayMail) return done\n', '', 'an address gets mails without end'],
    ['if (!project.accepts_registrations) throw notFound()', '', 'a closed project takes registrations'],
    [
      '      if (record?.login_id) {',
      '      if (record?.login_id && !record) {',
      'who has an account is asked to confirm one',
    ],
  ]),
  ...mutantsOf('server/src/features/invites/patients.ts', invites, [
    ['existing && !isSamePerson(existing, sent)', 'false', 'an invitation goes to the record of somebody else'],
    [
      '(mrnNumber === undefined || mrnNumber === existing.mrn_number)',
      'true',
      'the MRN of an invitation is dropped without a word',
    ],
    [
      'if (!existing.physician_name || (',
      'if (existing || (',
      'an invitation that is sent again replaces the physician',
    ],
    [
      'isSame ? {} : { physician_kept: existing.physician_name }',
      '{}',
      'the physician of an invitation is dropped without a word',
    ],
  ]),
  ...mutantsOf('server/src/features/invites/operators.ts', invites, [
    ['!isSameName(existing, typed)', 'false', 'an invitation goes to another provider'],
    ['existing.role !== role', 'false', 'the role of an invitation is dropped without a word'],
  ]),
  ...mutantsOf('server/src/clinic/people/invited.ts', invites, [
    [
      'where patient_id = ${patient_id} and login_id is null and',
      'where patient_id = ${patient_id} and',
      'the record of somebody is handed on',
    ],
    ['  await redeemInvite(db, invite)\n', '', 'an invitation is used twice'],
    [
      '  await dropUnproven(db, invite.email)\n',
      '',
      'what a stranger attached to an invited address lives on',
      { tests: invites },
    ],
    ['    if (owner) throw linkRequired()\n', '', 'an invited identity takes the address of an account'],
    ['  await refuseSecondRecord(db, record, login_id)\n', '', 'somebody has two records in a project'],
  ]),
  ...mutantsOf('server/src/platform/sessions/viewer-tickets.ts', tickets, [
    [' and first_used_at is null\n', '\n', 'a ticket is exchanged twice'],
    ['        and issued_at > now() - make_interval(secs => ${exchangeSeconds})\n', '', 'a ticket waits for ever'],
    [
      '\n        and last_used_at > now() - make_interval(secs => ${viewerIdleSeconds})',
      '',
      'an idle viewer stays open',
    ],
    ['set ticket_hash = $4, first_used_at', 'set first_used_at', 'the ticket in an address stays good'],
    ['viewerIdleSeconds = 15 * 60', 'viewerIdleSeconds = 60 * 60', 'a viewer is open for an hour without use'],
  ]),
  ...mutantsOf(
    'server/src/clinic/imaging/archive/same-person.ts',
    ['server/src/clinic/imaging/archive/same-person.test.ts', 'server/src/features/arrival/match-again.test.ts'],
    [
      ["if (patient.dob !== dicom_birth_date) return 'birth_date'", '', 'another birth date is the same person'],
      [
        "return hasOtherGivenName(dicom_patient_name, patient) ? 'name' : undefined",
        'return undefined',
        'a twin is the same person',
      ],
      [
        "  if (patient.dob !== '' && dicom_birth_date !== '')",
        "  if (patient.dob !== '')",
        'a missing birth date is another person',
      ],
      [
        'return extraDicomWords.length === 0 || extraRecordWords.length === 0',
        'return true',
        'who shares a name is the same person',
      ],
      [
        'if (!first.some((word) => shared.includes(word)) || !last.some((word) => shared.includes(word))) return false',
        'if (!last.some((word) => shared.includes(word))) return false',
        'a family is one person',
      ],
      [
        "return groups.some((group) => isFullName(nameWords(group))) ? 'name' : 'unproven'",
        'return undefined',
        'any name is the same person',
      ],
      [
        "  if (nameWords(patient.first_name).length === 0 || nameWords(patient.last_name).length === 0) return 'unproven'\n",
        '',
        'half a name is a name',
      ],
    ],
  ),
]
