import { loginPatient, register, verifyEmail } from '@fornix/contract'
import type { TestUser } from './given.ts'
import { registrationForm } from './registration-form.ts'
import { testClinic } from './test-clinic.ts'

/** A clinic where people register: what was mailed to them, and how they confirm and sign in. */
export const registeringClinic = async () => {
  const app = await testClinic()
  const { send, mailsTo, project, nurse } = app
  const headers = { project }

  const linkTo = async (email: string) =>
    /verify-email\/([\w-]{43})/.exec((await mailsTo(email)).at(-1)?.body ?? '')?.[1] ?? ''

  /** Somebody who has registered: the address, what they typed, the cookies of their browser, and the link in the mailbox. */
  const registered = async (more: Partial<ReturnType<typeof registrationForm>> = {}, at = headers) => {
    const body = registrationForm(more)
    const answer = await send(null, register, { body }, { headers: at })
    const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
    return { ...body, cookies, token: await linkTo(body.email) }
  }
  const signIn = ({ email, password }: { email: string; password: string }) =>
    send(null, loginPatient, { body: { email, password } })
  const confirm = (token: string, password?: string, extra: object = {}) =>
    send(null, verifyEmail, { params: { token }, body: { password } }, extra)
  const sessionOf = async (who: { email: string; password: string }): Promise<TestUser> => ({
    ...nurse,
    token: (await signIn(who)).body.access_token,
  })
  return { ...app, headers, linkTo, registered, signIn, confirm, sessionOf }
}
