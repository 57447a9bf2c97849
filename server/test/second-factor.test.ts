import { randomUUID } from 'node:crypto'
import {
  acceptInvite,
  audienceOf,
  type Call,
  calls,
  confirmOperatorEmail,
  confirmPatientEmail,
  createOperator,
  getUser,
  inviteOperator,
  listPatients,
  type Role,
  register,
  resetOperatorPassword,
  resetPatientPassword,
  roles,
  searchStudies,
  sendContactUs,
  sendInvitation,
  updateMyProfile,
  updateOperatorProfile,
  verifyEmail,
} from '@fornix/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { issueTicket } from '../src/platform/sessions/viewer-tickets.ts'
import { secretIn } from './cookies-and-links.ts'
import type { TestUser } from './given.ts'
import { testApp } from './harness.ts'
import { registrationForm } from './registration-form.ts'

const app = await testApp({ config: { twoStep: true } })
const { given, as, send, owner, mailsTo, platform, database } = app
const project = await given.project()
await owner(
  `update projects set two_step_roles = '{Patient,Physician,MRI-Tech,Nurse}', two_step_since = current_date - 30 where project_id = $1`,
  [project],
)
const withPasskey = async (user: TestUser) => {
  await owner(
    `insert into login_factors (factor_id, login_id, kind, name, credential_id, public_key)
     values (gen_random_uuid(), $1, 'passkey', 'Phone', gen_random_uuid()::text, '\\x00')`,
    [user.login],
  )
  return user
}
const byRole = async (make: (role: Role) => Promise<TestUser>) =>
  Object.fromEntries(await Promise.all(roles.map(async (role) => [role, await make(role)]))) as Record<Role, TestUser>
const pending = {
  enroll: await byRole((role) => given.user(role, project)),
  verify: await byRole(async (role) => withPasskey(await given.user(role, project))),
}

/** Written by hand: a call is closed to a session that lacks its second factor until it stands here. */
const always = [
  'getTwoStep',
  'startProof',
  'giveProof',
  'getRecovery',
  'startRecovery',
  'redeemRecovery',
  'logoutPatient',
  'logoutOperator',
  'logoutAdmin',
  'logoutView',
]
const toEnroll = ['startPasskey', 'addPasskey', 'startTotp', 'addTotp', 'beginProof', 'finishProof']
const openTo = { enroll: [...always, ...toEnroll], verify: always }

type Args = NonNullable<Parameters<typeof send>[2]>
const tokenTo = async (email: string) => secretIn((await mailsTo(email)).at(-1)?.body)

/** The links of the mails to the old and the new address. */
const moved = async (role: 'Patient' | 'Nurse') => {
  const user = await given.user(role, await given.project())
  const email = `moved.${user.email}`
  await send(user, role === 'Patient' ? updateMyProfile : updateOperatorProfile, { body: { email } })
  return { confirm: await tokenTo(email), stop: await tokenTo(user.email), password: user.password }
}
const reset = async (role: 'Patient' | 'Nurse') => {
  const { email } = await given.user(role, await given.project())
  const call = role === 'Patient' ? resetPatientPassword : resetOperatorPassword
  expect((await send(null, call, { params: { email } })).status).toBe(200)
  return { params: { token: await tokenTo(email) }, body: { password: 'Quiet-river-7!stone' } }
}
const confirming = async (role: 'Patient' | 'Nurse') => {
  const { confirm, password } = await moved(role)
  return { params: { token: confirm }, body: { password } }
}
const stopping = async (role: 'Patient' | 'Nurse') => ({ params: { token: (await moved(role)).stop } })
/** What is done by an open call; most links work once. */
const doing: Record<string, () => Promise<Args> | Args> = {
  checkEmailChange: async () => ({ body: { change_token: (await moved('Patient')).confirm } }),
  completeOperatorReset: () => reset('Nurse'),
  completePatientReset: () => reset('Patient'),
  confirmOperatorEmail: () => confirming('Nurse'),
  confirmPatientEmail: () => confirming('Patient'),
  getConfig: () => ({}),
  stopOperatorEmailChange: () => stopping('Nurse'),
  stopPatientEmailChange: () => stopping('Patient'),
}
/** And what is asked in the right form, for something that is not there. */
const asking: Record<string, Args> = {
  getProjectLogo: { params: { logo_id: randomUUID() } },
  refreshAdmin: {},
  refreshOperator: {},
  refreshPatient: {},
  stopRecovery: { body: { stop_token: 'x'.repeat(43) } },
  undoFactor: { body: { undo_token: 'x'.repeat(43) } },
}

const guarded = Object.entries(calls).filter(([, { allow }]) => allow !== 'anyone')
const mayCall = ({ allow }: Call, role: Role) => allow !== 'anyone' && allow.includes(role)

describe.each(['enroll', 'verify'] as const)('a session that has to %s', (state) => {
  test.each(guarded)('finds %s closed, or what it needs', async (name, call) => {
    for (const role of roles.filter((role) => mayCall(call, role))) {
      const { status, body } = await send(pending[state][role], call)
      if (openTo[state].includes(name)) expect(body?.code, role).not.toBe('second_factor')
      else expect({ role, status, code: body?.code }).toEqual({ role, status: 403, code: 'second_factor' })
    }
  })

  // Of sign-ins alone each answer is another one.
  const open = Object.entries(calls).filter(
    ([name, { allow, limit }]) =>
      allow === 'anyone' && (limit === 'address' || limit === 'mailedLink') && !always.includes(name),
  )
  test.each(open)('is a visitor’s to %s', async (name, call) => {
    const { refreshToken, role, token } = pending[state].Nurse
    const cookies = call.session === 'cookie' ? {} : { [`fornix-${audienceOf(role)}`]: refreshToken }
    const comparable = ({ status, body }: Awaited<ReturnType<typeof send>>) => ({
      status,
      body: { ...body, request_id: '', email: '' },
    })
    const headers = { project }
    const argsOf = doing[name] ?? (() => asking[name])
    const asVisitor = comparable(await send(null, call, await argsOf(), { headers }))
    if (doing[name]) expect(asVisitor.status).toBe(200)
    else expect([400, 401, 404]).toContain(asVisitor.status)
    expect(asVisitor.body.fields).toBeUndefined()
    expect(comparable(await send({ token } as TestUser, call, await argsOf(), { cookies, headers }))).toEqual(asVisitor)
  })
})

test('a session that lacks a second factor writes to the clinic as a visitor', async () => {
  const typed = { firstName: 'Vic', lastName: 'Tor', email: 'vic@visitors.example' }
  const body = { ...typed, subject: 'Hours', helpMessage: 'Are you open on Saturdays?' }
  expect((await send(pending.enroll.Patient, sendContactUs, { body }, { headers: { project } })).status).toBe(200)
  expect(await owner('select person_id, role from contact_messages where email = $1', [typed.email])).toEqual([
    { person_id: null, role: 'visitor' },
  ])
})

test('a caregiver acts for nobody before the second factor', async () => {
  const helper = await given.caregiver(pending.enroll.Patient)
  for (const [name, call] of guarded.filter(([, call]) => mayCall(call, 'Patient'))) {
    const { body } = await send(helper, call)
    if (!openTo.enroll.includes(name)) expect(body?.code).toBe('second_factor')
  }
})

test('streams end, and viewers show nothing, from the moment on in which a second factor is missing', async () => {
  const quiet = await given.project()
  const nurse = await given.staff('Nurse', quiet)
  const named = { project: nurse.project, session: nurse.session }
  const study = await given.study({ project: quiet })
  const ticket = await database.unscoped('test ticket', (db) => issueTicket(db, named, study))
  expect(await platform.sessions.activeSessionIds([named])).toEqual(new Set([nurse.session]))
  expect((await send(nurse, listPatients, { query: {} })).status).toBe(200)
  await withPasskey(nurse)
  expect(await platform.sessions.activeSessionIds([named])).toEqual(new Set())
  const user = await platform.sessions.resolve({ bearer: nurse.token, keepsAlive: false })
  expect(user?.secondFactor).toBe('verify')
  expect(user && (await platform.sessions.isSessionValid(user))).toBe(false)
  const shown = await send({ ...nurse, token: ticket }, searchStudies, { query: { StudyInstanceUID: study } })
  expect(shown).toMatchObject({ status: 403, body: { code: 'second_factor' } })
})

describe('who needs two factors', () => {
  const stateOf = async (user: TestUser) =>
    (await platform.sessions.resolve({ bearer: user.token, keepsAlive: false }))?.secondFactor
  const inProject = async (change: string, values: unknown[] = []) => {
    const made = await given.project()
    await owner(`update projects set ${change} where project_id = $1`, [made, ...values])
    return made
  }

  test('staff have a grace period after the day on which it began, and patients choose', async () => {
    const made = await inProject('two_step_since = current_date - 3, two_step_grace_days = 14')
    expect(await stateOf(await given.staff('Nurse', made))).toBe('grace')
    expect(await stateOf(await given.patient(made))).toBe('none')
    await owner('update projects set two_step_since = current_date - 20 where project_id = $1', [made])
    expect(await stateOf(await given.staff('Nurse', made))).toBe('enroll')
    await owner('update projects set two_step_since = current_date + 5 where project_id = $1', [made])
    expect(await stateOf(await given.staff('Nurse', made))).toBe('none')
  })

  test('admins need them at once, whatever a project says', async () => {
    const made = await inProject("two_step_roles = '{}', two_step_since = current_date + 5")
    expect(await stateOf(await given.staff('Admin', made))).toBe('enroll')
    expect(await stateOf(await given.staff('SuperAdmin', made))).toBe('enroll')
    expect(await stateOf(await given.staff('Nurse', made))).toBe('none')
  })

  test('whoever has set one up shows it, whatever the role', async () => {
    const made = await inProject("two_step_roles = '{}'")
    expect(await stateOf(await withPasskey(await given.patient(made)))).toBe('verify')
  })

  const proven = (user: TestUser, amr: string, claims = '{}') =>
    owner('update sessions set amr = $2, idp_claims = $3 where session_id = $1', [user.session, amr, claims])

  test.each(['{passkey}', '{pwd,otp}', '{pwd,recovery}', '{oidc,passkey}'])('%s is enough', async (amr) => {
    const nurse = await given.staff('Nurse', project)
    await proven(nurse, amr)
    expect(await stateOf(nurse)).toBe('none')
  })
  test.each(['{}', '{pwd}', '{oidc}', '{pwd,oidc}', '{pwd,mail}'])('%s is not', async (amr) => {
    const nurse = await given.staff('Nurse', project)
    await proven(nurse, amr)
    expect(await stateOf(nurse)).toBe('enroll')
  })

  test('a mailed code is enough where the project says so and nothing better is set up', async () => {
    const made = await inProject("two_step_mail = true, two_step_since = current_date - 30, two_step_roles = '{Nurse}'")
    const nurse = await given.staff('Nurse', made)
    expect(await stateOf(nurse)).toBe('verify')
    await proven(nurse, '{pwd,mail}')
    expect(await stateOf(nurse)).toBe('none')
    await withPasskey(nurse)
    expect(await stateOf(nurse)).toBe('verify')
  })

  test('a mailbox alone, which also resets the password, opens no admin’s account', async () => {
    const made = await inProject('two_step_mail = true')
    const admin = await given.staff('Admin', made)
    expect(await stateOf(admin)).toBe('enroll')
    await proven(admin, '{pwd,mail}')
    expect(await stateOf(admin)).toBe('enroll')
  })

  test('what the identity provider says counts where the project names it', async () => {
    const made = await inProject("two_step_acr = '{loa2}', two_step_amr = '{mfa}', two_step_since = current_date - 30")
    const nurse = await given.staff('Nurse', made)
    for (const [claims, state] of [
      ['{acr:loa1,amr:pwd}', 'enroll'],
      ['{acr:mfa}', 'enroll'],
      ['{acr:loa2}', 'none'],
      ['{amr:pwd,amr:mfa}', 'none'],
    ] as const) {
      await proven(nurse, '{oidc}', claims)
      expect(await stateOf(nurse)).toBe(state)
    }
  })
})

describe('a password alone', () => {
  // The calls above came from the same address.
  beforeEach(() => owner('delete from rate_limits'))

  /** Written by hand: whoever adds an open call that takes a password says here what it does for a login with a factor. */
  const byPassword = {
    'signs in, and the session is pending': ['loginPatient', 'loginOperator', 'loginAdmin'],
    'is a new one, of whoever has the mailbox': ['completePatientReset', 'completeOperatorReset'],
    'is that of a new account': ['register'],
    'connects an identity, whose own checks do not count': ['linkIdentity'],
    'is not enough': ['confirmPatientEmail', 'confirmOperatorEmail', 'acceptInvite', 'createOperator', 'verifyEmail'],
  }
  test('is taken by these open calls', () => {
    const taking = Object.entries(calls).flatMap(([name, { allow, body }]) =>
      allow === 'anyone' && body instanceof z.ZodObject && 'password' in body.shape ? [name] : [],
    )
    expect(taking.toSorted()).toEqual(Object.values(byPassword).flat().toSorted())
  })

  const sentence = 'This account has a second step. Please sign in first, and open the link again.'
  const outcome = ({ status, body }: Awaited<ReturnType<typeof send>>) =>
    status === 400 ? body?.fields : { status, code: body?.code }
  /** With the factor shown, as by the sign-in that the sentence asks for. */
  const proven = async (user: TestUser) => {
    await owner("update sessions set amr = '{pwd,passkey}' where session_id = $1", [user.session])
    return { cookies: { [`fornix-${audienceOf(user.role)}`]: user.refreshToken } }
  }
  const withOldPasskey = async (user: TestUser) => {
    await withPasskey(user)
    await owner("update login_factors set created_at = now() - interval '8 days' where login_id = $1", [user.login])
    return user
  }
  const quietly = () => given.project()

  test.each(['Patient', 'Nurse'] as const)('moves the address of no %s with a factor', async (role) => {
    const user = await given.user(role, await quietly())
    const email = `moved.${user.email}`
    if (role === 'Patient') await as(user).call(updateMyProfile, { body: { email } })
    else await as(user).call(updateOperatorProfile, { body: { email } })
    await withOldPasskey(user)
    const call = role === 'Patient' ? confirmPatientEmail : confirmOperatorEmail
    const confirming = { params: { token: await tokenTo(email) }, body: { password: user.password } }
    expect(outcome(await send(null, call, confirming))).toEqual({ password: sentence })
    expect(outcome(await send(null, call, confirming, await proven(user)))).toMatchObject({ status: 200 })
  })

  test('joins no invited patient to a login with a factor', async () => {
    const ana = await withOldPasskey(await given.patient(await quietly()))
    const nurse = await given.staff('Nurse', await quietly())
    const body = { firstName: 'Ana', lastName: 'Rivera', email: ana.email }
    await as(nurse).call(sendInvitation, { body })
    const accepting = { params: { token: await tokenTo(ana.email) }, body: { password: ana.password } }
    expect(outcome(await send(null, acceptInvite, accepting))).toEqual({ password: sentence })
    const cookies = await proven(ana)
    expect(outcome(await send(null, acceptInvite, accepting, cookies))).toMatchObject({ status: 200 })
  })

  test('joins no invited provider to a login with a factor', async () => {
    const nora = await withOldPasskey(await given.staff('Nurse', await quietly()))
    const admin = await given.staff('Admin', await quietly())
    await owner("update sessions set amr = '{pwd,passkey}' where session_id = $1", [admin.session])
    const named = { firstName: 'Nora', lastName: 'Lindt', email: nora.email, role: 'Nurse' as const }
    await as(admin).call(inviteOperator, { body: named })
    const body = { first_name: 'Nora', last_name: 'Lindt', password: nora.password }
    const accepting = { params: { token: await tokenTo(nora.email) }, body }
    expect(outcome(await send(null, createOperator, accepting))).toEqual({ password: sentence })
    const cookies = await proven(nora)
    expect(outcome(await send(null, createOperator, accepting, cookies))).toMatchObject({ status: 201 })
  })

  test('joins no registration to a login with a factor', async () => {
    const ana = await withOldPasskey(await given.patient(await quietly()))
    const headers = { project: await quietly() }
    await send(null, register, { body: registrationForm({ email: ana.email }) }, { headers })
    const joining = { params: { token: await tokenTo(ana.email) }, body: { password: ana.password, consent: true } }
    expect(outcome(await send(null, verifyEmail, joining))).toEqual({ password: sentence })
    expect(outcome(await send(null, verifyEmail, joining, await proven(ana)))).toMatchObject({ status: 200 })
  })
})

test('a sign-in that is not finished tells nothing of the record', async () => {
  const { loginPatient, loginOperator } = await import('@fornix/contract')
  const { email, password } = pending.verify.Patient
  const answer = await send(null, loginPatient, { body: { email, password } }, { headers: { project } })
  expect(answer.body).toMatchObject({
    second_factor: 'verify',
    memberships: [{ project, patient_name: '' }],
    patient: { email, mrn_number: '' },
  })
  expect(JSON.stringify(answer.body)).not.toContain('Rivera')
  const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
  expect((await send(null, getUser, {}, { cookies })).body?.code).toBe('second_factor')
  const nurse = pending.enroll.Nurse
  const staff = await send(null, loginOperator, { body: { email: nurse.email, password: nurse.password } })
  expect(staff.body).toMatchObject({ second_factor: 'enroll', operator: { first_name: '', provider_id: '' } })
})

test('without the setting of production nobody needs anything that was not set up', async () => {
  const relaxed = await testApp()
  const at = await relaxed.given.project()
  await relaxed.owner('update projects set two_step_since = current_date - 30')
  for (const role of roles) {
    const user = await relaxed.given.user(role, at)
    expect((await relaxed.platform.sessions.resolve({ bearer: user.token, keepsAlive: false }))?.secondFactor).toBe(
      'none',
    )
  }
})
