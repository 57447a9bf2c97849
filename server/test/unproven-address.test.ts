import {
  acceptInvite,
  authenticateOperator,
  authenticatePatient,
  completePatientReset,
  createOperator,
  getUser,
  inviteOperator,
  listMyDocuments,
  listPatients,
  loginAdmin,
  loginOperator,
  loginPatient,
  myAccount,
  refreshPatient,
  register,
  registerPatientGoogle,
  registerProviderGoogle,
  resetPatientPassword,
  sendInvitation,
  switchProject,
  verifyEmail,
  verifyIdentity,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import type { TestUser } from './given.ts'
import { invitingClinic } from './inviting-clinic.ts'
import { registrationForm } from './registration-form.ts'

// A stranger uses somebody's address; the person does everything that the mails in their mailbox, or their identity, allow. Whatever
// the order, nothing of the stranger's opens anything of the person's, and the person keeps what they had.
const { given, as, send, owner, project, nurse, admin, anyEmail, token, asIdentity, linkTo } = await invitingClinic({
  // One address makes all these calls.
  rateLimits: { spend: async () => {}, spendRule: async () => {} },
})
const other = { project: await given.project(), nurse: nurse, admin: admin }
other.nurse = await given.staff('Nurse', other.project)
other.admin = await given.staff('Admin', other.project)
const clinics = { same: { project, nurse, admin }, other }

const strangersPassword = 'Attacker-lantern-77!'
const personsPassword = 'Person-lantern-88!'

type Invited = { as: 'patient' | 'provider'; at: keyof typeof clinics }
const invitations: Record<string, Invited[]> = {
  'a patient of the same project': [{ as: 'patient', at: 'same' }],
  'a patient of another project': [{ as: 'patient', at: 'other' }],
  'a provider of the same project': [{ as: 'provider', at: 'same' }],
  'a provider of another project': [{ as: 'provider', at: 'other' }],
  'a member of both': [
    { as: 'patient', at: 'same' },
    { as: 'provider', at: 'other' },
  ],
}
const first = ['the stranger', 'the invitation'] as const
const ways = ['identity', 'password', 'mailed link'] as const
const proven = ['before', 'after', 'never'] as const

const cells = first.flatMap((who) =>
  ways.flatMap((way) =>
    Object.keys(invitations).flatMap((member) =>
      // By which way nobody comes makes no difference.
      proven.filter((when) => when !== 'never' || way === 'identity').map((when) => ({ who, way, member, when })),
    ),
  ),
)

const strangerComes = async (email: string) => {
  const body = registrationForm({ email, password: strangersPassword })
  const answer = await send(null, register, { body }, { headers: { project } })
  expect(answer.status).toBe(201)
  const started = await send(null, loginPatient, { body: { email, password: strangersPassword } })
  const cookies = Object.fromEntries([...answer.cookies, ...started.cookies].map(({ name, value }) => [name, value]))
  return { cookies, token: String(started.body.access_token ?? '') }
}
type Stranger = Awaited<ReturnType<typeof strangerComes>>

const invite = async (email: string, invited: Invited[]) => {
  for (const { as: kind, at } of invited) {
    const clinic = clinics[at]
    const names = { firstName: 'Vera', lastName: 'Victim', email }
    const answer =
      kind === 'patient'
        ? await send(clinic.nurse, sendInvitation, { body: names })
        : await send(clinic.admin, inviteOperator, { body: { ...names, role: 'Physician' } })
    expect(answer.status).toBe(200)
  }
}

const secretOf = (email: string, { as: kind }: Invited) =>
  linkTo(email, kind === 'patient' ? 'localhost:3000/invite' : 'register-operator')

/** The person takes each invitation up, from a browser of their own. */
const accept = {
  identity: async (email: string, invited: Invited) => {
    const body = token()
    const isPatient = invited.as === 'patient'
    await as(null).call(verifyIdentity, { body: { ...body, invite_token: await secretOf(email, invited) } })
    const { access_token } = await as(null).call(isPatient ? authenticatePatient : authenticateOperator, { body })
    await as({ ...nurse, token: access_token }).call(isPatient ? registerPatientGoogle : registerProviderGoogle, {
      body: { email },
    })
  },
  password: async (email: string, invited: Invited) => {
    const params = { token: await secretOf(email, invited) }
    const body = { password: personsPassword }
    if (invited.as === 'patient') await as(null).call(acceptInvite, { params, body })
    else await as(null).call(createOperator, { params, body: { ...body, first_name: 'Vera', last_name: 'Victim' } })
  },
  /** Opens what else came by mail: the link of a registration that was not theirs, and one that resets a password. */
  'mailed link': async (email: string) => {
    await send(null, verifyEmail, { params: { token: await linkTo(email, 'verify-email') }, body: {} })
    await send(null, resetPatientPassword, { params: { email } })
    const reset = await linkTo(email, 'change-password')
    if (reset)
      await as(null).call(completePatientReset, { params: { token: reset }, body: { password: personsPassword } })
  },
}

/** Every token that the stranger can still get: held ones, a refreshed one, and those of new sign-ins. */
const tokensOf = async (email: string, { cookies, token: held }: Stranger) => {
  const password = strangersPassword
  const refreshed = await send(null, refreshPatient, {}, { cookies })
  const signedIn = await Promise.all([
    send(null, loginPatient, { body: { email, password } }),
    send(null, loginOperator, { body: { email, password } }),
    send(null, loginAdmin, { body: { username: email, password } }),
  ])
  return [held, refreshed.body.access_token, ...signedIn.map(({ body }) => body.access_token)].filter(Boolean)
}

const opened = async (user: TestUser, email: string) => {
  const answers = await Promise.all([
    send(user, listPatients),
    send(user, listMyDocuments, { params: { key: email } }),
    send(user, myAccount),
    ...Object.values(clinics).map((clinic) => send(user, switchProject, { body: { project: clinic.project } })),
  ])
  return answers.filter(({ status }) => status < 400)
}

test.each(cells)('$who first; $member; proven $when, by $way', async ({ who, way, member, when }) => {
  const email = anyEmail()
  const invited = invitations[member] ?? []
  const subject = `subject of ${email}`
  const home = when === 'before' ? await given.patient(undefined, { email }) : undefined
  if (home) {
    await owner(
      "insert into identities (issuer, subject, login_id) select issuer, $1, $2 from (select 'x' as issuer) i",
      [subject, home.login],
    )
  }
  asIdentity(email, subject)

  const come = async () => strangerComes(email)
  if (who === 'the invitation') await invite(email, invited)
  const stranger = await come()
  if (who === 'the stranger') await invite(email, invited)
  if (when !== 'never')
    for (const one of invited) {
      if (way === 'password' && home) {
        // Who has an account proves to know its password.
        const params = { token: await secretOf(email, one) }
        const call = one.as === 'patient' ? acceptInvite : createOperator
        const body = { password: home.password, first_name: 'Vera', last_name: 'Victim' }
        expect((await send(null, call, { params, body })).status).toBeLessThan(300)
      } else await accept[way](email, one)
    }

  for (const access_token of await tokensOf(email, stranger)) {
    const user = { ...nurse, token: access_token }
    expect(await opened(user, email)).toEqual([])
    const seen = await send(user, getUser)
    if (seen.status === 200) expect(seen.body).toMatchObject({ email_verified: false })
  }

  const reset = way === 'mailed link' && when !== 'never'
  if (home) {
    const password = reset ? personsPassword : home.password
    const { status, body } = await send(
      null,
      loginPatient,
      { body: { email, password } },
      { headers: { project: home.project } },
    )
    expect(status).toBe(200)
    expect(body.memberships.map((one: { project: string }) => one.project)).toContain(home.project)
  }
  if (when !== 'never' && way !== 'mailed link') {
    const { memberships } = await as(null)
      .call(verifyIdentity, { body: token() })
      .catch(async () => {
        const password = home ? home.password : personsPassword
        const call = invited[0]?.as === 'patient' ? loginPatient : loginOperator
        return (await send(null, call, { body: { email, password } })).body
      })
    expect(memberships.map((one: { project: string }) => one.project)).toEqual(
      expect.arrayContaining(invited.map(({ at }) => clinics[at].project)),
    )
  }
})
