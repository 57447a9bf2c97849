import { beginProof, finishProof, giveProof, newRecoveryCodes, startProof } from '@fornix/contract'
import { beforeEach, expect, test } from 'vitest'
import { callName } from '../../../test/fresh-proofs.ts'
import type { TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'

const { given, as, send, owner, mailsTo } = await testApp()

beforeEach(() => owner('delete from rate_limits'))

/** A user who signs in with a mailed code, and has shown none yet. */
const pending = async () => {
  const project = await given.project()
  await owner(
    "update projects set two_step_roles = '{Patient}', two_step_mail = true, two_step_since = current_date - 30 where project_id = $1",
    [project],
  )
  return given.patient(project)
}
const show = (user: TestUser) => owner("update sessions set amr = '{pwd,mail}' where session_id = $1", [user.session])
const ask = (user: TestUser) => send(user, startProof, { body: { method: 'mail' } })
/** What the requesting window knows, and what the newest email says. */
const asked = async (user: TestUser) => {
  const { challenge_id } = await as(user).call(startProof, { body: { method: 'mail' } })
  const code = /\b\d{6}\b/.exec((await mailsTo(user.email)).at(-1)?.body ?? '')?.[0] ?? ''
  return { method: 'mail', challenge_id, code }
}
const prove = async (user: TestUser, proof: object) => (await send(user, giveProof, { body: { proof } })).status

test('a code that one window asked for stays good while another window asks for one, and after that used its own', async () => {
  const ana = await pending()
  const [first, second] = [await asked(ana), await asked(ana)]
  expect(await prove(ana, second)).toBe(200)
  expect(await prove(ana, first)).toBe(200)
  expect(await prove(ana, first)).toBe(400)
})

test('several open codes make no guess better: each is tried under its own window, five times', async () => {
  const ana = await pending()
  const [first, second] = [await asked(ana), await asked(ana)]
  expect(first.code).not.toBe(second.code)
  for (let n = 0; n < 5; n++) {
    expect(await prove(ana, { ...first, code: second.code })).toBe(400)
    await owner('delete from sign_in_failures')
  }
  expect(await prove(ana, first)).toBe(400)
  expect(await prove(ana, second)).toBe(200)
})

test('codes for what a session confirms are counted apart from those of sign-ins', async () => {
  const ana = await pending()
  for (let n = 0; n < 5; n++) expect((await ask(ana)).status).toBe(200)
  expect((await ask(ana)).status).toBe(429)
  await show(ana)
  for (let n = 0; n < 5; n++) expect((await ask(ana)).status).toBe(200)
  expect((await ask(ana)).status).toBe(429)
})

test('who has shown no code where one is needed has one count, in whichever project the session is', async () => {
  const ana = await pending()
  const elsewhere = await given.patient()
  await owner('update projects set two_step_mail = true where project_id = $1', [elsewhere.project])
  await owner('update patients set login_id = $2 where patient_id = $1', [elsewhere.id, ana.login])
  await owner('update sessions set login_id = $2 where session_id = $1', [elsewhere.session, ana.login])
  const there = { ...elsewhere, login: ana.login }
  for (let n = 0; n < 5; n++) expect((await ask(there)).status).toBe(200)
  expect((await ask(ana)).status).toBe(429)
})

test('the password confirms, too, once the session has shown a mailed code', async () => {
  const ana = await pending()
  await show(ana)
  const body = { call: callName(newRecoveryCodes) }
  const question = await as(ana).call(beginProof, { body })
  expect(question).toMatchObject({ mail: true, password: true })
  const proof = { method: 'password', password: ana.password }
  expect((await send(ana, finishProof, { body: { proof_id: question.proof_id, proof } })).status).toBe(200)
})

test('the email says what its code is for', async () => {
  const ana = await pending()
  const bodyOfNext = async () => {
    await asked(ana)
    return (await mailsTo(ana.email)).at(-1)?.body
  }
  expect(await bodyOfNext()).toContain('your code to sign in')
  await show(ana)
  const confirms = await bodyOfNext()
  expect(confirms).toContain('your code to confirm that it is you')
  expect(confirms).not.toContain('sign in')
})
