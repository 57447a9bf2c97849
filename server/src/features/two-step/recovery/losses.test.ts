import {
  addPasskey,
  changePassword,
  completePatientReset,
  confirmPatientEmail,
  getRecovery,
  getTwoStep,
  giveProof,
  mergeRecords,
  mySessions,
  newRecoveryCodes,
  passkeyPatient,
  resetPatientPassword,
  startPasskey,
  startPasskeySignIn,
  startProof,
  stopRecovery,
  undoFactor,
  updateMyProfile,
} from '@fornix/contract'
import { beforeEach, expect, test } from 'vitest'
import { cookiesOf } from '../../../../test/cookies-and-links.ts'
import type { TestUser } from '../../../../test/given.ts'
import { testApp } from '../../../../test/harness.ts'
import { mergeWorld } from '../../../../test/merge-world.ts'
import { recovering } from '../../../../test/recovering.ts'
import { softPasskey } from '../../../../test/soft-passkey.ts'
import { removeFactorsOf } from '../../../cli/two-step-remove.ts'

const app = await testApp({ config: { freshProof: true } })
const { given, as, send, owner, mailsTo, database } = app
const people = recovering(app)
const {
  clinic,
  patientWithApp,
  signIn,
  signedIn,
  started,
  start,
  ofPatient,
  confirm,
  redeem,
  pass,
  enroll,
  recover,
  stateOf,
  codeOf,
} = people
beforeEach(() => owner('delete from rate_limits'))

const newPassword = 'Quiet-river-7!stone'
const setting = async () => {
  const at = await clinic()
  return { ...at, ...(await patientWithApp(at.project)) }
}
const prove = async (user: TestUser, proof: object) => (await send(user, giveProof, { body: { proof } })).status
/** What a session with this password opens after showing this; nothing if the password is wrong. */
const isIn = async (user: TestUser, password: string, proof?: object) => {
  const session = await signIn(user, password)
  if (!session) return false
  if (proof) await prove(session, proof)
  return (await stateOf(session)) === 'none' && (await send(session, mySessions)).status === 200
}
const byReset = async (user: TestUser, password: string) => {
  await as(null).call(resetPatientPassword, { params: { email: user.email } })
  const token = await people.linkTo(user.email)
  return send(null, completePatientReset, { params: { token }, body: { password } })
}
const witnessed = async ({ ana, number, nora, max }: Awaited<ReturnType<typeof setting>>, password = ana.password) => {
  const codes = await started(await signedIn(ana, password))
  const answers = ofPatient(codes, number)
  return recover({ ...ana, password }, [nora, max], answers, codes)
}
/** A thief who signs in tries everything that a recovery offers, without being seen by two staff members. */
const triesToRecover = async (user: TestUser, password: string) => {
  const thief = await signedIn(user, password)
  const codes = await started(thief)
  await pass(user.login, '49 hours')
  expect((await redeem(thief, codes)).status).toBe(400)
  expect((await enroll(thief)).status).toBe(403)
  expect(await stateOf(thief)).toBe('verify')
}

test('lost phone: a recovery code opens; whoever knows the password stays outside', async () => {
  const { ana, codes } = await setting()
  expect(await isIn(ana, ana.password)).toBe(false)
  expect(await isIn(ana, ana.password, { method: 'recovery', code: 'ABCD-ABCD-ABCD-ABCD' })).toBe(false)
  expect(await isIn(ana, ana.password, { method: 'recovery', code: codes[0] })).toBe(true)
})

test('lost passkey: the app opens', async () => {
  const { ana, secret } = await setting()
  await owner(
    `insert into login_factors (factor_id, login_id, kind, name, credential_id, public_key)
     values (gen_random_uuid(), $1, 'passkey', 'Key ring', gen_random_uuid()::text, '\\x00')`,
    [ana.login],
  )
  expect(await isIn(ana, ana.password)).toBe(false)
  expect(await isIn(ana, ana.password, { method: 'totp', code: codeOf(secret) })).toBe(true)
})

test('lost recovery codes: new ones end those that somebody found, which open nothing by themselves', async () => {
  const { ana, codes } = await setting()
  expect(await isIn(ana, 'not the password', { method: 'recovery', code: codes[0] })).toBe(false)
  const fresh = await people.proven(ana, newRecoveryCodes, {})
  expect(fresh.status).toBe(200)
  expect(await isIn(ana, ana.password, { method: 'recovery', code: codes[0] })).toBe(false)
})

test('lost all but the password: two of the staff; a thief of the password waits in vain beside them', async () => {
  const world = await setting()
  const { ana, number, nora, max, secret } = world
  const codes = await started(await signedIn(ana))
  for (const witness of [nora, max]) await confirm(witness, ofPatient(codes, number))
  await pass(ana.login, '49 hours')
  const thief = await signedIn(ana)
  for (const own_code of [codes.visit_code.repeat(2), 'WXYZ'.repeat(4)])
    expect((await redeem(thief, { ...codes, own_code })).status).toBe(400)
  expect((await enroll(thief)).status).toBe(403)
  const back = await signedIn(ana)
  await redeem(back, codes)
  const made = await enroll(back)
  expect(made.status).toBe(200)
  expect((await send(thief, getTwoStep)).status).toBe(401)
  expect(await isIn(ana, ana.password, { method: 'totp', code: codeOf(secret) })).toBe(false)
  expect(await isIn(ana, ana.password, { method: 'totp', code: codeOf('secret' in made ? made.secret : '') })).toBe(
    true,
  )
})

test('lost password and factors: mail brings back the first, two of the staff the second, and mail never both', async () => {
  const world = await setting()
  const { ana } = world
  await pass(ana.login, '8 days')
  expect((await byReset(ana, newPassword)).status).toBe(200)
  expect(await isIn(ana, newPassword)).toBe(false)
  const { secret } = await witnessed(world, newPassword)
  // Neither a mailed link nor another reset removes what two staff members vouched for.
  const undo_token = await people.linkTo(ana.email)
  expect((await send(null, undoFactor, { body: { undo_token } })).status).toBe(400)
  expect((await byReset(ana, 'Another-river-8!stone')).status).toBe(200)
  expect(await isIn(ana, 'Another-river-8!stone')).toBe(false)
  expect(await isIn(ana, 'Another-river-8!stone', { method: 'totp', code: codeOf(secret) })).toBe(true)
})

test('lost mailbox, where a mailed code is the second step: two of the staff', async () => {
  const at = await clinic()
  await owner(
    "update projects set two_step_roles = '{Patient}', two_step_mail = true, two_step_since = current_date - 30 where project_id = $1",
    [at.project],
  )
  const ana = await given.patient(at.project, { mrn_number: 'MRN-MAILBOX', dob: '1986-04-17' })
  expect(await isIn(ana, ana.password)).toBe(false)
  await witnessed({ ...at, ana, number: 'MRN-MAILBOX', secret: '', codes: [] })
  // The mailbox's reader now has no second step any more.
  const session = await signedIn(ana)
  expect((await send(session, startProof, { body: { method: 'mail' } })).body?.code).toBe('no_mail_code')
})

test('mailbox taken over: a passkey opens, and moves the account to another address; the mailbox gets nowhere', async () => {
  const { ana, secret } = await setting()
  const key = softPasskey()
  const { challenge_id, options } = (await people.proven(ana, startPasskey, {})).body as {
    challenge_id: string
    options: Record<string, unknown>
  }
  await as(ana).call(addPasskey, { body: { challenge_id, response: key.create(options), name: 'Phone' } })
  await pass(ana.login, '8 days')
  expect((await byReset(ana, newPassword)).status).toBe(200)
  await triesToRecover(ana, newPassword)

  const begun = await as(null).call(startPasskeySignIn, {})
  const answer = await send(null, passkeyPatient, {
    body: { challenge_id: begun.challenge_id, response: key.get(begun.options) },
  })
  const refreshToken = answer.cookies.find(({ name }) => name === 'fornix-patient')?.value ?? ''
  const back = { ...ana, token: String(answer.body?.['access_token']), refreshToken }
  const [row] = await owner<{ session_id: string }>(
    'select session_id from sessions where login_id = $1 order by session_id desc',
    [ana.login],
  )
  const mine = { ...back, session: row?.session_id ?? '' }
  expect(await stateOf(mine)).toBe('none')
  const email = `new.${ana.email}`
  expect((await people.proven(mine, updateMyProfile, { body: { email } })).status).toBe(200)
  const token = (await mailsTo(email)).at(-1)?.body.match(/confirm-email\/([\w-]{43})/)?.[1] ?? ''
  const confirmedAddress = await send(
    mine,
    confirmPatientEmail,
    { params: { token }, body: {} },
    { cookies: cookiesOf(mine) },
  )
  expect(confirmedAddress.status, JSON.stringify(confirmedAddress.body)).toBe(200)
  expect(await signIn(ana, newPassword)).toBeNull()
  expect((await send(null, resetPatientPassword, { params: { email: ana.email } })).status).toBe(400)
  expect(await isIn({ ...ana, email }, newPassword, { method: 'totp', code: codeOf(secret) })).toBe(true)
})

test('password stolen: the mail tells, its link stops it, and the owner changes the password', async () => {
  const { ana, secret, nora } = await setting()
  const thief = await signedIn(ana)
  const codes = await started(thief)
  // Somebody else is at the desk, with their own document.
  expect((await confirm(nora, { ...ofPatient(codes, 'MRN-OTHER'), birth_date: '01-01-1990' })).status).toBe(400)
  const stop_token = await people.linkTo(ana.email)
  expect((await send(null, stopRecovery, { body: { stop_token } })).body).toMatchObject({ already: false })
  await triesToRecover(ana, ana.password)
  const mine = await signedIn(ana)
  expect(await prove(mine, { method: 'totp', code: codeOf(secret) })).toBe(200)
  const body = { current_password: ana.password, password: newPassword }
  const headers = people.headersOf(await people.mint(ana, changePassword, { body }))
  expect((await send(ana, changePassword, { body }, { headers, cookies: cookiesOf(ana) })).status).toBe(200)
  expect((await send(thief, getTwoStep)).status).toBe(401)
  expect(await signIn(ana, ana.password)).toBeNull()
})

test('password and mailbox stolen: nobody is let in without being seen; the owner’s own second step still opens', async () => {
  const { ana, secret } = await setting()
  await pass(ana.login, '8 days')
  await triesToRecover(ana, ana.password)
  expect((await byReset(ana, newPassword)).status).toBe(200)
  await triesToRecover(ana, newPassword)
  expect(await isIn(ana, newPassword)).toBe(false)
  expect(await isIn(ana, newPassword, { method: 'totp', code: codeOf(secret) })).toBe(true)
})

test('device stolen with an open session: a reset ends it at once, and what was on the device goes with the recovery', async () => {
  const world = await setting()
  const { ana, secret } = world
  expect((await send(ana, mySessions)).status).toBe(200)
  // An open session cannot change how the user signs in.
  expect((await send(ana, newRecoveryCodes)).body?.code).toBe('proof_required')
  await pass(ana.login, '8 days')
  await byReset(ana, newPassword)
  expect((await send(ana, mySessions)).status).toBe(401)
  await witnessed(world, newPassword)
  expect(await isIn(ana, ana.password, { method: 'totp', code: codeOf(secret) })).toBe(false)
  expect(await isIn(ana, newPassword, { method: 'totp', code: codeOf(secret) })).toBe(false)
})

test('a member of the staff lost all: two admins', async () => {
  const { project } = await clinic()
  const [one, two] = [await people.witness('Admin', project), await people.witness('Admin', project)]
  const nurse = await given.staff('Nurse', project)
  await people.withApp(nurse)
  const codes = await started(await signedIn(nurse))
  await recover(nurse, [one, two], people.ofStaff(codes, nurse), codes)
})

test('the only admin lost all: nobody at the clinic can, so the operator of the portal does', async () => {
  const { project } = await clinic()
  const admin = await given.staff('Admin', project)
  await people.withApp(admin)
  const lost = await signedIn(admin)
  expect(await as(lost).call(getRecovery, {})).toMatchObject({ possible: false })
  expect((await start(lost)).body?.code).toBe('nobody')
  expect(await removeFactorsOf(database, admin.email)).toEqual({ count: 1, endsPassword: false })
  expect(await isIn(admin, 'not the password')).toBe(false)
  expect(await stateOf(await signedIn(admin))).toBe('none')
})

test('lost password, mailbox and all factors: the operator gives the account another address; the old mailbox gets nowhere', async () => {
  const { ana } = await setting()
  const email = `operator.${ana.email}`
  await owner(
    "insert into identities (issuer, subject, login_id) values ('https://old.example', 'of ' || $1::text, $1::uuid)",
    [ana.login],
  )
  await removeFactorsOf(database, ana.email, email)
  // The account at another provider often belongs to the same mailbox.
  expect(await owner('select from identities where login_id = $1', [ana.login])).toEqual([])
  expect(await signIn(ana)).toBeNull()
  expect((await send(null, resetPatientPassword, { params: { email: ana.email } })).status).toBe(400)
  expect(JSON.stringify(await mailsTo(ana.email))).toContain('Your second steps for signing in were removed')
  expect((await byReset({ ...ana, email }, newPassword)).status).toBe(200)
  expect(await isIn({ ...ana, email }, newPassword)).toBe(true)
})

test('the operator’s command ends a recovery that is under way', async () => {
  const { ana } = await setting()
  await started(await signedIn(ana))
  await removeFactorsOf(database, ana.email)
  expect(await owner('select outcome from account_recoveries where login_id = $1', [ana.login])).toEqual([
    { outcome: 'operator' },
  ])
})

test('merged records: the account of the kept one is recovered, that of the other opens nothing', async () => {
  const at = await clinic()
  const admin = await given.staff('Admin', at.project)
  const [kept, merged] = [await patientWithApp(at.project), await patientWithApp(at.project)]
  const before = await started(await signedIn(merged.ana))
  const { bodyFor } = await mergeWorld(app)
  const body = await bodyFor({ admin, kept: kept.ana, merged: merged.ana }, { differences_checked: true })
  const done = await people.proven(admin, mergeRecords, { params: { key: kept.ana.code }, body })
  expect(done.status, JSON.stringify(done.body)).toBeLessThan(300)
  expect((await confirm(at.nora, ofPatient(before, merged.number))).body?.fields).toHaveProperty('code')
  await witnessed({ ...at, ...kept })
  expect(await isIn(merged.ana, merged.ana.password)).toBe(false)
})

test('a caregiver is confirmed by name and by the birth date of whom they help, and gets back what was shared', async () => {
  const { project, nora, max } = await clinic()
  const { ana } = await patientWithApp(project)
  const email = 'maria.helper@helpers.example'
  const maria = { ...(await given.caregiver(ana, ['visits'], { email })), email, role: 'Patient' as const }
  await people.withApp({ ...maria, id: ana.id })
  const codes = await started(await signedIn(maria))
  const answers = {
    kind: 'caregiver',
    code: codes.visit_code,
    document: 'passport',
    name: 'Maria Soto',
    birth_date: '04/17/1986',
  }
  expect((await confirm(nora, { ...answers, name: 'Ana Rivera' })).body?.code).toBe('mismatch')
  await recover(maria, [nora, max], answers, codes)
  // A caregiver's sign-in does not concern the patient.
  expect(
    await owner("select from audit_events where patient_id = $1 and action like 'account_recovery%'", [ana.id]),
  ).toEqual([])
})

test('one dishonest member of the staff with the password is one witness short', async () => {
  const { ana, number, nora } = await setting()
  const thief = await signedIn(ana)
  const codes = await started(thief)
  expect((await confirm(nora, ofPatient(codes, number))).status).toBe(200)
  expect((await confirm(nora, ofPatient(codes, number))).body?.code).toBe('same_person')
  await pass(ana.login, '49 hours')
  expect((await redeem(thief, codes)).body?.code).toBe('none')
  expect(await isIn(ana, ana.password)).toBe(false)
})

test('two dishonest ones are named to their victim at every address, and the link stops them', async () => {
  const { ana, number, nora, max, secret } = await setting()
  const thief = await signedIn(ana)
  const codes = await started(thief)
  for (const witness of [nora, max]) await confirm(witness, ofPatient(codes, number))
  const mail = (await mailsTo(ana.email)).at(-1)
  expect(mail?.body).toMatch(/Nora Lindt \(S-\w+\), Nora Lindt \(S-\w+\)/)
  await send(null, stopRecovery, { body: { stop_token: await people.linkTo(ana.email) } })
  await pass(ana.login, '49 hours')
  expect((await redeem(await signedIn(ana), codes)).status).toBe(400)
  expect(await isIn(ana, ana.password)).toBe(false)
  expect(await isIn(ana, ana.password, { method: 'totp', code: codeOf(secret) })).toBe(true)
})

test('an address does not change while an account is being recovered, and the one before is told, too', async () => {
  const { ana, number, nora, max } = await setting()
  await pass(ana.login, '8 days')
  const email = `moved.${ana.email}`
  await people.proven(ana, updateMyProfile, { body: { email } })
  const tokenOf = async () => (await mailsTo(email)).at(-1)?.body.match(/confirm-email\/([\w-]{43})/)?.[1] ?? ''
  const codes = await started(await signedIn(ana))
  const move = async () =>
    send(
      ana,
      confirmPatientEmail,
      { params: { token: await tokenOf() } },
      { cookies: { 'fornix-patient': ana.refreshToken } },
    )
  expect((await move()).body?.code).toBe('recovering')
  await send(null, stopRecovery, { body: { stop_token: await people.linkTo(ana.email) } })
  expect((await move()).status).toBe(200)
  const again = await started(await signedIn({ ...ana, email }))
  expect(codes.visit_code).not.toBe(again.visit_code)
  expect((await people.newestMail(ana.email))?.subject).toBe('Someone asked to recover your account')
  for (const witness of [nora, max]) await confirm(witness, ofPatient(again, number))
  expect((await people.newestMail(ana.email))?.subject).toBe('Your account is being recovered')
})
