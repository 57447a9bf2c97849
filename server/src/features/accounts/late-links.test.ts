import {
  cancelEmailChange,
  changePassword,
  hourMs,
  resendVerification,
  resetPatientPassword,
  stopPatientEmailChange,
  updateMyProfile,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { secretIn } from '../../../test/cookies-and-links.ts'
import { deferringSender } from '../../../test/deferring-sender.ts'
import type { TestUser } from '../../../test/given.ts'
import { newEmail } from '../../../test/new-email.ts'
import { registeringClinic } from '../../../test/registering-clinic.ts'

const clinic = await registeringClinic()
const { given, as, send, mailsTo, project, headers, registered, confirm, sessionOf } = clinic

/** A mail server that defers everything so far, and what it delivers to an address when it is well again. */
const deferredTo = async (email: string) => {
  const server = deferringSender(clinic, email)
  await server.wake(() => true)
  const rest = async () => {
    server.pass(hourMs)
    await server.wake()
    return server.sent
  }
  return { rest }
}
const reset = (email: string) => as(null).call(resetPatientPassword, { params: { email } })
const profileOf = (email: string) => ({ body: { email } })

test('a link to reset a password does not arrive after a newer one', async () => {
  const ana = await given.patient(project)
  await reset(ana.email)
  const { rest } = await deferredTo(ana.email)
  await reset(ana.email)
  const newest = secretIn((await mailsTo(ana.email)).at(-1)?.body)
  expect((await rest()).map(({ body }) => secretIn(body))).toEqual([newest])
})

test('a link to reset a password does not arrive after the password was changed', async () => {
  const ana = await given.patient(project)
  await reset(ana.email)
  const { rest } = await deferredTo(ana.email)
  const body = { current_password: ana.password, password: 'Fresh-lantern-3!' }
  await as(ana).call(changePassword, { body })
  expect((await rest()).map(({ subject }) => subject)).toEqual(['Your password was changed'])
})

test('a link that confirms an address does not arrive after a newer one, which works', async () => {
  const who = await registered()
  const { rest } = await deferredTo(who.email)
  expect((await send(await sessionOf(who), resendVerification, {}, { headers })).status).toBe(200)
  const [mail, ...more] = await rest()
  expect(more).toEqual([])
  expect((await confirm(secretIn(mail?.body), who.password)).status).toBe(200)
})

test('a change of address that was replaced is mailed to neither mailbox', async () => {
  const ana = await given.patient(project)
  const [first, second] = [newEmail('first'), newEmail('second')]
  await as(ana).call(updateMyProfile, profileOf(first))
  const [old, wanted] = [await deferredTo(ana.email), await deferredTo(first)]
  await as(ana).call(updateMyProfile, profileOf(second))
  const newest = secretIn((await mailsTo(ana.email)).at(-1)?.body)
  expect((await old.rest()).map(({ body }) => secretIn(body))).toEqual([newest])
  expect(await wanted.rest()).toEqual([])
})

test.each([
  ['canceled', ({ ana }) => as(ana).call(cancelEmailChange, {})],
  ['stopped', ({ token }) => as(null).call(stopPatientEmailChange, { params: { token } })],
] satisfies [string, (change: { ana: TestUser; token: string }) => Promise<unknown>][])(
  'a change of address that was %s asks nobody to confirm it',
  async (_, end) => {
    const ana = await given.patient(project)
    const wanted = newEmail('wanted')
    await as(ana).call(updateMyProfile, profileOf(wanted))
    const token = secretIn((await mailsTo(ana.email))[0]?.body)
    const { rest } = await deferredTo(wanted)
    await end({ ana, token })
    expect(await rest()).toEqual([])
  },
)
