import { met, missing, notOurs, partly, section } from '../line.ts'
import * as accounts from '../proofs/accounts.ts'
import {
  freshProof,
  mailedCodes,
  oneTimeCodes,
  providersWord,
  recoveryCodes,
  secondFactor,
  witnessedRecovery,
} from '../proofs/factors.ts'

export const authentication = section('V6 Authentication', [
  met('6.1.1', 'How guessing is slowed, without locking the owner out, is written down', {
    where: ['docs/decisions/0034-password-guessing-and-sessions.md'],
    texts: [['docs/decisions/0034-password-guessing-and-sessions.md', 'Wrong passwords are counted by name and place']],
  }),
  partly(
    '6.1.2',
    'Words of this place that no password may be are written down',
    'they are made of the record: names, address, date of birth, and the name of the clinic; no document lists more of a place',
    accounts.ownWords,
  ),
  met('6.1.3', 'All ways to sign in and their strength are written down', {
    where: ['docs/SECURITY.md', 'docs/decisions/0004-tokens-and-cookies.md'],
    texts: [['docs/SECURITY.md', '## Ways to sign in, and their strength']],
  }),
  met('6.2.1', 'Passwords have 8 characters or more', accounts.passwordRules),
  met('6.2.2', 'People change their password', accounts.changePassword),
  met('6.2.3', 'That takes the current one', accounts.changePassword),
  met('6.2.4', 'The most used passwords are refused', accounts.commonPasswords),
  missing(
    '6.2.5',
    'No rule asks for kinds of characters',
    'the specification fixes four kinds; decision 7 says so',
    accounts.passwordRules,
  ),
  met('6.2.6', 'Passwords are masked', accounts.passwordRules, {
    where: ['web/src/ui/form/PasswordField.tsx'],
    texts: [['web/src/ui/form/PasswordField.tsx', 'PasswordInput']],
  }),
  partly('6.2.7', 'Pasting and password managers work', 'nothing hinders them; no test pastes', {
    where: ['web/src/ui/form/PasswordField.tsx'],
    texts: [['web/src/ui/form/PasswordField.tsx', 'autoComplete={purpose}']],
  }),
  partly(
    '6.2.8',
    'A password is compared as it was typed',
    'letters are normalized (NFKC), as NIST advises; nothing else is changed',
    accounts.passwordWhole,
  ),
  met('6.2.9', 'Passwords of 64 characters are taken', accounts.passwordWhole),
  met('6.2.10', 'No password runs out', {
    where: ['server/src/clinic/people/password.ts'],
    texts: [['docs/decisions/0059-password-and-closing.md', 'The password is changed with the current one']],
  }),
  met('6.2.11', 'Those words are refused', accounts.ownWords),
  partly(
    '6.2.12',
    'Passwords of known breaches are refused',
    'the 100,000 most used of a list of ten million that were made public; nothing asks a service on the net',
    accounts.commonPasswords,
  ),
  met('6.3.1', 'Guessing is slowed', accounts.guessing),
  met('6.3.2', 'There is no account by default', {
    where: ['server/src/cli/admin-invite.ts'],
    tests: [
      [
        'server/src/cli/commands.test.ts',
        'an invited SuperAdmin sets a password with the printed link, once, and signs in',
      ],
    ],
  }),
  met('6.3.3', 'Two factors are asked for', secondFactor),
  met('6.3.4', 'No way in is weaker than the others, or unknown', accounts.oneAnswer, {
    where: ['docs/ACCESS.md'],
    tests: [
      [
        'server/src/features/invites/invited-patients-sign-up.test.ts',
        'a token that names an invitation opens nothing at another entrance',
      ],
      ['server/src/features/sign-in/sign-in.test.ts', 'each entrance is for its own people'],
    ],
  }),
  met('6.4.1', 'First secrets are random, short-lived, and no password', accounts.invitation, accounts.reset),
  met('6.4.2', 'No hints and no secret questions', {
    where: ['contract/src/sign-in.ts'],
    tests: [['server/test/matrix.test.ts', 'the table has every call of the specification, once']],
  }),
  met('6.4.3', 'A forgotten password is reset safely, and no second factor with it', accounts.reset, {
    where: ['server/src/clinic/people/factors/recent.ts'],
    tests: [
      [
        'server/src/features/two-step/recovery/losses.test.ts',
        'password and mailbox stolen: nobody is let in without being seen',
      ],
    ],
  }),
  met('6.4.4', 'Whoever lost a factor proves who they are', recoveryCodes, witnessedRecovery),
  met('6.5.1', 'Codes work once', oneTimeCodes, recoveryCodes, mailedCodes),
  partly(
    '6.5.2',
    'Short codes are kept hashed',
    'recovery codes have 80 bits and are kept as SHA-256 with their login, not as a password is',
    recoveryCodes,
  ),
  met('6.5.3', 'Codes are random', recoveryCodes, {
    where: ['server/src/clinic/people/factors/recovery.ts'],
    texts: [['server/src/clinic/people/factors/recovery.ts', 'randomBytes']],
  }),
  met('6.5.4', 'Codes have 20 bits', recoveryCodes, mailedCodes),
  partly(
    '6.5.5',
    'Codes are short-lived',
    'mailed ones for ten minutes; those of an app for half a minute before and after their own, as clocks differ',
    oneTimeCodes,
    mailedCodes,
  ),
  notOurs('6.6.1', 'Codes by phone are a last resort', 'no phone codes'),
  met('6.6.2', 'Codes belong to their request', mailedCodes),
  met('6.6.3', 'Codes cannot be guessed', oneTimeCodes, mailedCodes),
  met('6.8.1', 'An identity is its provider and its subject', accounts.identityProvider),
  met('6.8.2', 'Signatures of tokens are checked', accounts.identityProvider, {
    where: ['server/src/platform/identity/audience.ts'],
    tests: [
      [
        'server/src/platform/identity/identity-provider.test.ts',
        'a signed token is believed where there is no introspection',
      ],
    ],
  }),
  notOurs('6.8.3', 'SAML assertions work once', 'no SAML here'),
  met('6.8.4', 'What the provider says of the strength of a sign-in is checked', providersWord),
])

export const sessions = section('V7 Session Management', [
  met('7.1.1', 'Idle and absolute ends are written down, with reasons', {
    where: ['docs/decisions/0015-idle-timeout-and-drafts.md', 'docs/decisions/0034-password-guessing-and-sessions.md'],
    texts: [['docs/decisions/0015-idle-timeout-and-drafts.md', 'A session ends after 20 minutes without activity']],
  }),
  met(
    '7.1.2',
    'How many sessions a person has, and what then, is written down',
    {
      where: ['docs/decisions/0034-password-guessing-and-sessions.md'],
      texts: [['docs/decisions/0034-password-guessing-and-sessions.md', 'A person has 20 sessions']],
    },
    accounts.sessionsAtOnce,
  ),
  partly(
    '7.1.3',
    'How sessions hang together with those of the provider is written down',
    'they do not: the portal’s own ends count, and a sign-out leaves the provider’s open',
    {
      where: ['docs/decisions/0004-tokens-and-cookies.md'],
    },
  ),
  met('7.2.1', 'The server checks each token', accounts.accessToken),
  met('7.2.2', 'Tokens are made anew, and no keys', accounts.accessToken, accounts.refreshToken),
  met('7.2.3', 'Sessions are random or carry a MAC that nobody can make', accounts.refreshToken),
  met('7.2.4', 'A sign-in makes a new session', {
    where: ['server/src/clinic/people/start-session.ts'],
    tests: [
      ['server/src/features/sign-in/sign-in.test.ts', 'signing in ends what another person had open in this browser'],
      ['server/src/features/accounts/change-password.test.ts', 'a copy of the cookie buys nothing from that moment'],
    ],
  }),
  met('7.3.1', 'A session ends when nobody is there', accounts.idleEnd),
  met('7.3.2', 'A session ends after its hours', accounts.absoluteEnd),
  met('7.4.1', 'What has ended opens nothing', accounts.signOut, accounts.endsWithAccount),
  met('7.4.2', 'Sessions end with their account', accounts.endsWithAccount),
  met('7.4.3', 'A new password ends the other sessions', accounts.changePassword, accounts.reset),
  met('7.4.4', 'Log out is on every page', accounts.signOut),
  partly(
    '7.4.5',
    'Admins end sessions of others',
    'by deleting the account, or by another role; there is no call for it alone',
    accounts.endsWithAccount,
  ),
  met('7.5.1', 'Changing an address, a password or a factor takes a fresh proof', freshProof),
  partly('7.5.2', 'People see and end their sessions', 'without a fresh proof', accounts.ownSessions),
  partly(
    '7.6.1',
    'Sessions end as the provider’s do',
    'the provider’s ends are not followed; ours come within a day',
    accounts.absoluteEnd,
  ),
  met('7.6.2', 'No session begins by itself', accounts.oidcInBrowser, {
    where: ['web/src/platform/sign-in/oidc.ts'],
    tests: [
      [
        'web/src/features/sign-in/identity.test.tsx',
        'an address of the provider that no sign-in of this tab started is refused',
      ],
    ],
  }),
])
