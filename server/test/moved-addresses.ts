import { confirmPatientEmail, loginPatient, stopPatientEmailChange, updateMyProfile } from '@fornix/contract'
import { beforeEach, expect } from 'vitest'
import { cookiesOf, secretIn } from './cookies-and-links.ts'
import type { TestUser } from './given.ts'
import { newEmail } from './new-email.ts'
import { appAdder } from './second-factors.ts'
import { testClinic } from './test-clinic.ts'

/** The subject of what the old address gets; its link undoes the change. */
export const changed = 'Your email address has been changed'

/** A clinic whose patients move their account to another address, as a thief of a password does, and what is mailed meanwhile. */
export const movedAddresses = async () => {
  const app = await testClinic()
  const { as, send, owner, mailsTo } = app
  beforeEach(() => owner('delete from rate_limits'))

  const elsewhere = () => newEmail('thief', 'elsewhere.example')
  const newest = async (address: string, subject: string) =>
    (await mailsTo(address)).filter((mail) => mail.subject === subject).at(-1)?.body
  const propose = async (user: TestUser, email: string) => {
    await as(user).call(updateMyProfile, { body: { email } })
    return secretIn(await newest(email, 'Please confirm your new email address'))
  }
  const confirm = (user: TestUser, token: string) =>
    send(user, confirmPatientEmail, { params: { token } }, { cookies: cookiesOf(user) })
  const move = async (user: TestUser, email = elsewhere()) => {
    expect((await confirm(user, await propose(user, email))).status).toBe(200)
    return email
  }
  const undo = async (address: string) =>
    send(null, stopPatientEmailChange, { params: { token: secretIn(await newest(address, changed)) } })
  const signsIn = async (email: string, password: string) =>
    (await send(null, loginPatient, { body: { email, password } })).status === 200
  return { ...app, withApp: appAdder(app), elsewhere, newest, propose, confirm, move, undo, signsIn }
}
