import type { Proof } from '../line.ts'

/** Second factors, and what the identity provider says of its own. */

const sweep = 'server/test/second-factor.test.ts'
const twoStep = 'server/src/features/two-step/two-step.test.ts'
const ofLogins = 'server/src/clinic/people/factors'

export const secondFactor: Proof = {
  where: ['server/src/clinic/people/factors/second-factor-sql.ts', 'server/src/platform/calls/admit.ts'],
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
export const mailedCodes: Proof = {
  where: [`${ofLogins}/mail-code.ts`, `${ofLogins}/challenges.ts`],
  tests: [
    [twoStep, 'opens once, where the project says so'],
    [twoStep, 'is gone after five tries'],
    [twoStep, 'is not for whoever has a better one, nor where the project does not say so'],
  ],
}
export const recoveryCodes: Proof = {
  where: [`${ofLogins}/recovery.ts`],
  tests: [[twoStep, 'ten come with the first factor, each opens once, and its use is mailed']],
}
const recovery = 'server/src/features/two-step/recovery'
export const witnessedRecovery: Proof = {
  where: [`${recovery}/confirm.ts`, `${recovery}/start.ts`, `${recovery}/stop.ts`],
  tests: [
    [
      `${recovery}/recovery.test.ts`,
      'two of the staff and a wait let somebody back in who has lost everything; nothing of what was lost works again',
    ],
    [
      `${recovery}/losses.test.ts`,
      'lost password and factors: mail brings back the first, two of the staff the second, and mail never both',
    ],
  ],
}
export const freshProof: Proof = {
  where: ['server/src/platform/calls/fresh-proof.ts', 'server/src/features/two-step/fresh-proof.ts'],
  tests: [
    ['server/test/fresh-proof.test.ts', 'the calls that take fresh proof are those of the list'],
    ['server/test/fresh-proof.test.ts', 'takes the proof of this request and no other, once'],
    [
      'server/src/features/two-step/fresh-proof.test.ts',
      'is a code of the app, and no password any more; recovery codes are told to the owner',
    ],
    ['e2e/fresh-proof.spec.ts', 'a nurse deletes a patient with a code of the app, and Cancel leaves all as it was'],
  ],
}
export const providersWord: Proof = {
  where: ['server/src/clinic/people/factors/second-factor-sql.ts'],
  tests: [[sweep, 'what the identity provider says counts where the project names it']],
}
