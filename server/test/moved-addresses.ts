import { confirmPatientEmail, loginPatient, updateMyProfile } from '@fornix/contract'
import { expect } from 'vitest'
import { cookiesOf, secretIn } from './cookies-and-links.ts'
import type { TestUser } from './given.ts'
import type { testApp } from './harness.ts'

type App = Pick<Awaited<ReturnType<typeof testApp>>, 'as' | 'send' | 'mailsTo'>

/** Patients who move their account to another address, as a thief of a password does, and what is mailed meanwhile. */
export const movedAddresses = ({ as, send, mailsTo }: App) => {
  let people = 0
  const elsewhere = () => `thief${++people}@elsewhere.example`
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
  const signsIn = async (email: string, password: string) =>
    (await send(null, loginPatient, { body: { email, password } })).status === 200
  return { elsewhere, newest, propose, confirm, move, signsIn }
}
