import type { Proof } from '../line.ts'

/** Second factors, and what the identity provider says of its own. */

const sweep = 'server/test/second-factor.test.ts'
const twoStep = 'server/src/features/two-step/two-step.test.ts'
const ofLogins = 'server/src/clinic/people/factors'

export const secondFactor: Proof = {
  where: ['server/src/platform/sessions/second-factor.ts', 'server/src/platform/calls/admit.ts'],
  tests: [
    [sweep, 'finds %s closed, or what it needs'],
    [sweep, 'admins need them at once, whatever a project says'],
  ],
}
export const passkeys: Proof = {
  where: [`${ofLogins}/passkeys.ts`],
  tests: [
    [twoStep, 'signs in without a password, as two factors'],
    ['e2e/two-step.spec.ts', 'a passkey is added, and signs in with one tap and without a password'],
  ],
}
export const passkeyFrom: Proof = {
  where: [`${ofLogins}/passkeys.ts`],
  tests: [[twoStep, 'a challenge is over after five minutes']],
}
export const oneTimeCodes: Proof = {
  where: [`${ofLogins}/totp-secret.ts`, `${ofLogins}/prove.ts`],
  tests: [
    [twoStep, 'a code counts once, also for somebody who looked over the shoulder'],
    [twoStep, 'waits after five wrong codes, whichever browser they come from'],
  ],
}
export const recoveryCodes: Proof = {
  where: [`${ofLogins}/recovery.ts`],
  tests: [[twoStep, 'ten come with the first factor, each opens once, and its use is mailed']],
}
export const providersWord: Proof = {
  where: ['server/src/platform/sessions/second-factor.ts'],
  tests: [[sweep, 'what the identity provider says counts where the project names it']],
}
