import { randomUUID } from 'node:crypto'
import { type Call, calls } from '@fornix/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inputsOf } from './arbitraries.ts'
import { sendGenerated, type Tally } from './generated-inputs.ts'
import { testApp } from './harness.ts'

// The drill sends more, and others each time.
const count = Number(process.env.GENERATED_INPUTS ?? 2700)
const seed = Number(process.env.GENERATED_SEED ?? 20_261_121)

/** Calls that take one value only, which is not among the known ones: each has tests of its own. */
const narrow: Record<string, string> = {
  checkInvite: 'the token of a mail',
  acceptInvite: 'the token of a mail',
  createOperator: 'the token of a mail',
  createOperatorByIdentity: 'the token of a mail',
  verifyEmail: 'the token of a mail',
  confirmPatientEmail: 'the token of a mail',
  confirmOperatorEmail: 'the token of a mail',
  stopPatientEmailChange: 'the token of a mail',
  stopOperatorEmailChange: 'the token of a mail',
  completePatientReset: 'the token of a mail',
  undoFactor: 'the token of a mail',
  stopRecovery: 'the token of a mail',
  redeemRecovery: 'the own code of a recovery that has been confirmed',
  startRecovery: 'a session that lacks its second factor',
  confirmIdentity: 'the code of somebody who lost all',
  endRecovery: 'a recovery of the project',
  completeOperatorReset: 'the token of a mail',
  changePassword: 'the password of one’s own login, and another one',
  linkIdentity: 'the password of the login whose identity it is',
  registerProviderGoogle: 'one’s own email',
  addPush: 'the address of a push service',
  addPasskey: 'what an authenticator signed',
  addTotp: 'a challenge of one’s own',
  beginProof: 'a call that takes fresh proof',
  finishProof: 'a question to one’s own session',
  giveProof: 'a second factor of one’s own',
  passkeyPatient: 'what an authenticator signed',
  passkeyOperator: 'what an authenticator signed',
  passkeyAdmin: 'what an authenticator signed',
  saveMeasurementReport: 'shapes with just their points, in pictures of the study',
}
/** Responses with a part that holds whatever was saved, or what a library says. */
const open: Record<string, string> = {
  getDraft: 'a form of any fields',
  getMyScreening: 'answers to the questions of any version',
  getScreening: 'answers to the questions of any version',
  startProof: 'options of WebAuthn',
  beginProof: 'options of WebAuthn',
  startPasskey: 'options of WebAuthn',
  startPasskeySignIn: 'options of WebAuthn',
}

const { app, platform } = await testApp({
  platform: ({ identity }) => ({
    identity: {
      ...identity,
      check: async () => ({ issuer: 'x', subject: randomUUID(), email: 'ana@x.example', email_verified: true }),
    },
  }),
})

test('whatever is sent to a call is answered, and never by an error of the server', {
  timeout: count * 300,
}, async () => {
  const faults: string[] = []
  const tallies = await sendGenerated(platform, app, { count, seed, tell: (fault) => faults.push(fault) })
  const sum = (of: keyof Tally) => tallies.values().reduce((total, tally) => total + tally[of], 0)
  console.log(`seed ${seed}: ${sum('sent')} inputs, ${sum('valid')} well formed, ${sum('done')} done`)
  if (process.env.GENERATED_TABLE) console.table(Object.fromEntries(tallies))
  expect(faults).toEqual([])
  const neverValid = [...tallies].filter(([name, { valid }]) => valid === 0 && !(name in narrow))
  expect(neverValid).toEqual([])
})

describe('a response holds what its call names, and nothing else', () => {
  const withMore = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withMore)
    if (!(value instanceof Object)) return value
    const fields = Object.entries(value).map(([name, field]) => [name, withMore(field)])
    return Object.fromEntries([...fields, ['password_hash', 'secret']])
  }
  const all = Object.entries(calls).filter(([name, { responseKind }]) => responseKind === 'json' && !(name in open))
  test.each(all)('%s', (_, { response }: Call) => {
    const responses = fc
      .sample(inputsOf(response, {}, true), { seed, numRuns: 20 })
      .filter((one) => response.safeParse(one).success)
    expect(responses.length).toBeGreaterThan(0)
    for (const one of responses) expect(response.parse(withMore(one))).toEqual(response.parse(one))
  })
})
