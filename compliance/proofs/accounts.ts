import type { Proof } from '../line.ts'

/** Accounts, passwords and sessions. */

const signIn = 'server/src/features/sign-in/sign-in.test.ts'
const lockOut = 'server/src/features/sign-in/lock-out.test.ts'
const accounts = 'server/src/features/accounts/accounts.test.ts'
const change = 'server/src/features/accounts/change-password.test.ts'

export const passwordHash: Proof = {
  where: ['server/src/clinic/people/passwords.ts'],
  tests: [
    [
      'server/src/clinic/people/passwords.alone.test.ts',
      'a password is kept as argon2id of 19 MiB and two passes, salted',
    ],
  ],
}
export const passwordWhole: Proof = {
  where: ['server/src/clinic/people/passwords.ts', 'contract/src/fields.ts'],
  tests: [['server/src/clinic/people/passwords.alone.test.ts', 'all of a long password counts']],
}
const newPassword = 'server/src/clinic/people/new-password.test.ts'
export const commonPasswords: Proof = {
  where: ['server/src/clinic/people/most-used-passwords.ts', 'server/src/clinic/people/passwords.ts'],
  tests: [
    [newPassword, '%s is one that many use, with decorations or without'],
    ['server/src/clinic/people/passwords.alone.test.ts', '%s is a common word with decorations'],
  ],
}
export const ownWords: Proof = {
  where: ['server/src/clinic/people/new-password.ts'],
  tests: [[newPassword, '%s says whose it is']],
}
export const passwordLength: Proof = {
  where: ['server/src/clinic/people/new-password.ts'],
  tests: [[newPassword, 'with one factor alone it takes 15 characters, and 8 with a second']],
}
export const passwordRules: Proof = {
  where: ['contract/src/fields.ts'],
  tests: [['web/src/ui/form/form-pieces.test.tsx', 'every password rule is told as met or not']],
}
export const changePassword: Proof = {
  where: ['server/src/clinic/people/password.ts', 'docs/decisions/0059-password-and-closing.md'],
  tests: [
    [change, 'a wrong current password is told at its field, counts as one at sign-in'],
    [change, 'this browser is known afterwards, and other browsers, and links that were mailed before, are not'],
    ['e2e/account.spec.ts', 'a patient changes the password in place'],
  ],
}
export const guessing: Proof = {
  where: ['server/src/clinic/people/failures.ts', 'docs/decisions/0034-password-guessing-and-sessions.md'],
  tests: [
    [lockOut, 'a place waits longer after each failure from the fifth on'],
    [lockOut, 'is not kept waiting by strangers, however many failures there are'],
    [lockOut, 'tries a hundred passwords in a row and no more'],
  ],
}
export const oneAnswer: Proof = {
  where: ['server/src/platform/base/pace.ts'],
  tests: [
    [signIn, 'wrong, unknown and blocked get one and the same answer'],
    [
      'server/src/platform/base/pace.test.ts',
      'every call that could tell by its time who has an account answers in steps',
    ],
  ],
}
export const reset: Proof = {
  where: ['server/src/clinic/people/mailed-links.ts', 'server/src/platform/sessions/tokens.ts'],
  tests: [
    [accounts, 'a reset link sets a new password once, ends all sessions and signs nobody in'],
    [accounts, 'an expired reset link says so, and a new link makes the earlier one useless'],
    ['server/src/platform/sessions/tokens.test.ts', 'the secret of a mailed link has 256 bits'],
  ],
}
export const invitation: Proof = {
  where: ['server/src/clinic/people/invitations.ts'],
  tests: [
    [
      'server/src/features/invites/invited-patients.test.ts',
      'keeps the secret out of the database: only its hash is there',
    ],
    ['server/src/features/invites/invited-patients.test.ts', 'again sends a fresh link for the same record'],
  ],
}
export const addressChange: Proof = {
  where: ['server/src/clinic/people/email-change.ts', 'docs/decisions/0035-email-changes-and-signatures.md'],
  tests: [
    ['server/src/features/accounts/email-proposals.test.ts', 'is only proposed: its mailbox alone'],
    ['server/src/features/accounts/email-proposals.test.ts', 'is stopped from the old address once'],
  ],
}
export const provenAddress: Proof = {
  where: ['server/src/clinic/people/proven-address.ts'],
  tests: [['server/test/unproven-address.test.ts', '$who first; $member; proven $when, by $way']],
}
export const identityProvider: Proof = {
  where: ['server/src/platform/identity/audience.ts', 'server/src/platform/identity/discovery.ts'],
  tests: [
    ['server/src/features/sign-in/identity-sign-in.test.ts', 'the subject opens the account, not the email'],
    ['server/src/features/sign-in/identity-sign-in.test.ts', 'a token works once for each step'],
    [
      'server/src/platform/identity/hostile-responses.test.ts',
      'a token that tells another person at the second step is refused there',
    ],
  ],
}
export const oidcInBrowser: Proof = {
  where: ['web/src/platform/sign-in/oidc.ts', 'web/src/platform/sign-in/attempt.ts'],
  tests: [
    [
      'web/src/features/sign-in/identity.test.tsx',
      'an address of the provider that no sign-in of this tab started is refused',
    ],
  ],
}
export const accessToken: Proof = {
  where: ['server/src/platform/sessions/tokens.ts', 'docs/decisions/0004-tokens-and-cookies.md'],
  tests: [
    ['server/src/platform/sessions/tokens.test.ts', 'an access token is good for ten minutes'],
    ['server/src/platform/sessions/tokens.test.ts', 'a token of another key is none'],
  ],
}
export const refreshToken: Proof = {
  where: ['server/src/platform/sessions/tokens.ts', 'server/src/platform/sessions/session-family.ts'],
  tests: [
    [signIn, 'an older token was copied: it ends the session'],
    [
      'server/src/features/sign-in/switch-project.test.ts',
      'a copied refresh token of any session of the family ends those that followed it',
    ],
    ['server/src/platform/sessions/tokens.test.ts', 'a refresh token of which anything was changed is none'],
  ],
}
export const idleEnd: Proof = {
  where: [
    'server/src/platform/sessions/session.ts',
    'web/src/clinic/shell/IdleLogout.tsx',
    'docs/decisions/0015-idle-timeout-and-drafts.md',
  ],
  tests: [
    [signIn, 'ends after 20 minutes without a user-initiated call'],
    ['web/src/clinic/shell/IdleLogout.test.tsx', 'after 20 minutes the session ends here and at the server'],
  ],
}
export const absoluteEnd: Proof = {
  where: ['server/src/platform/sessions/session.ts', 'docs/decisions/0034-password-guessing-and-sessions.md'],
  tests: [[signIn, 'ends a day after a patient’s sign-in and half a day after one of staff']],
}
export const signOut: Proof = {
  where: ['server/src/features/sign-in/routes.ts'],
  tests: [
    [signIn, 'ends for good when its owner signs out'],
    ['web/src/clinic/shell/shells.test.tsx', 'Log Out ends the session at the server'],
  ],
}
export const endsWithAccount: Proof = {
  where: ['server/src/platform/sessions/session.ts'],
  tests: [
    [signIn, 'ends at once with its owner’s record, and follows a changed role'],
    ['server/src/features/providers/providers.test.ts', 'a deleted provider is out at once'],
    ['server/src/features/patients/remove.test.ts', 'a live session ends at once, and no door opens again'],
  ],
}
export const ownSessions: Proof = {
  where: ['server/src/features/accounts/routes.ts'],
  tests: [
    [accounts, 'a person sees where they are signed in, in words, and can end one of them'],
    [accounts, 'ending all sessions ends the own one too'],
  ],
}
export const sessionsAtOnce: Proof = {
  where: ['server/src/platform/sessions/session.ts', 'docs/decisions/0034-password-guessing-and-sessions.md'],
  tests: [[signIn, 'is one of twenty at most']],
}
export const cookies: Proof = {
  where: ['server/src/platform/calls/cookies.ts'],
  tests: [
    [
      'server/test/responses.test.ts',
      'the cookie of a session is for this site’s own requests only, and no script sees it',
    ],
  ],
}
export const viewerTickets: Proof = {
  where: ['server/src/platform/sessions/viewer-tickets.ts'],
  tests: [
    [
      'server/src/features/imaging/viewer-tickets.test.ts',
      'a ticket that was exchanged is worth nothing without the cookie',
    ],
  ],
}
