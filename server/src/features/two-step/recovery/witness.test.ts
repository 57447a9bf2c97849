import {
  confirmIdentity,
  createOperator,
  getRecovery,
  inviteOperator,
  removeFactor,
  saveRights,
  updatePatient,
} from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import type { TestUser } from '../../../../test/given.ts'
import { recoveryWorld } from '../../../../test/recovery-world.ts'

const { as, given, send, owner, together, people, setting, asked, confirmed, rowsOf } = await recoveryWorld()
const { clinic, patientWithApp, signedIn, started, start, ofPatient, confirm, pass, recover } = people

test('a birth date that somebody changed lately confirms nobody: a document of another person would fit it', async () => {
  const { ana, nora, max, answers } = await asked()
  await as(nora).call(updatePatient, { body: { _id: ana.id, dob: '01-02-1990' } })
  const forged = { ...answers, birth_date: '01-02-1990' }
  expect(await confirm(max, forged)).toMatchObject({ status: 409, body: { code: 'new_birth_date' } })
  expect(await owner('select tries_left from account_recoveries where login_id = $1', [ana.login])).toEqual([
    { tries_left: 5 },
  ])
  const aged = (days: number) =>
    owner('update patients set dob_changed_at = now() - make_interval(days => $2) where patient_id = $1', [
      ana.id,
      days,
    ])
  await aged(6)
  expect((await confirm(max, forged)).body?.code).toBe('new_birth_date')
  await aged(8)
  expect((await confirm(max, forged)).status).toBe(200)
})

describe('a witness', () => {
  test('counts once, in whichever session', async () => {
    const { nora, answers } = await asked()
    expect((await confirm(nora, answers)).body).toEqual({ confirmations: 1, opens_at: null })
    expect((await confirm(nora, answers)).body?.code).toBe('same_person')
    expect((await confirm(await people.longHere(await signedIn(nora)), answers)).body?.code).toBe('same_person')
  })

  test('counts once in another role, too', async () => {
    const { nora, project, answers } = await asked()
    const elsewhere = await people.witness('Admin', project, { login: nora.login, email: 'nora.admin@staff.example' })
    await confirm(nora, answers)
    expect((await confirm(elsewhere, answers)).body?.code).toBe('same_person')
  })

  test('is one of two at the same time, not both', async () => {
    const { nora, answers } = await asked()
    const both = await Promise.all([confirm(nora, answers), confirm(nora, answers)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('is not the person, nor who acts for them, nor for whom they act', async () => {
    const { ana, project, nora, max, answers } = await asked()
    const boss = await given.staff('Admin', project)
    for (const _ of Array(2)) await people.witness('Admin', project)
    await people.withApp(boss)
    const own = await started(await signedIn(boss))
    expect((await confirm(boss, people.ofStaff(own, boss))).body?.code).toBe('own_account')
    await given.caregiver(ana, ['visits'], { login: nora.login, email: nora.email })
    expect((await confirm(nora, answers)).body?.code).toBe('related')
    const other = await people.alsoPatient(project, max)
    await given.caregiver(other, ['visits'], { login: ana.login, email: ana.email })
    expect((await confirm(max, answers)).body?.code).toBe('related')
  })

  test('has shown a second factor for this very request', async () => {
    const { nora, answers } = await asked()
    expect((await send(nora, confirmIdentity, { body: answers })).body?.code).toBe('proof_required')
    for (const factor of ['pwd', 'oidc', 'mail', 'recovery']) {
      const secret = await people.mint(nora, confirmIdentity, { body: answers })
      await owner('update fresh_proofs set factor = $2 where session_id = $1', [nora.session, factor])
      const answer = await send(nora, confirmIdentity, { body: answers }, { headers: people.headersOf(secret) })
      expect(answer.body?.code, factor).toBe('no_factor')
    }
    const secret = await people.mint(nora, confirmIdentity, { body: answers })
    const twice = () => send(nora, confirmIdentity, { body: answers }, { headers: people.headersOf(secret) })
    expect((await twice()).status).toBe(200)
    expect((await twice()).body?.code).toBe('proof_required')
  })

  test('who comes third changes nothing of the wait', async () => {
    const { ana, project, answers } = await confirmed()
    const opens = () => owner('select opens_at from account_recoveries where login_id = $1', [ana.login])
    const before = await opens()
    expect((await confirm(await given.staff('MRI-Tech', project), answers)).body?.code).toBe('confirmed')
    expect(await opens()).toEqual(before)
  })

  test('works where the person has a record, and has the right', async () => {
    const { project, nora, answers } = await asked()
    const far = await clinic()
    expect((await confirm(far.nora, answers)).body?.fields).toHaveProperty('code')
    const admin = await people.witness('Admin', project)
    await people.proven(admin, saveRights, {
      body: { withheld: { Nurse: ['confirm_identity'] }, two_person_amount: null, version: 0 },
    })
    expect((await confirm(nora, answers)).status).toBe(403)
    expect((await confirm(admin, answers)).status).toBe(200)
  })

  test('types what is in the record, by the MRN or the patient ID; five differences end it', async () => {
    const { ana, nora, max, lost, answers } = await asked()
    expect((await confirm(nora, { ...answers, number: ana.code.toLowerCase() })).status).toBe(200)
    for (const wrong of [
      { birth_date: '04-18-1986' },
      { number: 'MRN-1' },
      { birth_date: '05-17-1986' },
      { number: '' },
    ])
      expect((await confirm(max, { ...answers, ...wrong })).status).toBe(400)
    expect((await confirm(max, { ...answers, number: 'x' })).body?.code).toBe('mismatch')
    expect((await confirm(max, { ...answers, number: 'x' })).body?.code).toBe('ended')
    expect((await confirm(max, answers)).body?.fields).toHaveProperty('code')
    expect(await as(lost).call(getRecovery, {})).toMatchObject({ state: 'none' })
    expect((await people.newestMail(ana.email))?.subject).toBe('The recovery of your account was stopped')
    const [refused, stopped] = [await rowsOf(ana, 'refused'), await rowsOf(ana, 'account_recovery.stop')]
    expect(refused.map(({ actor_id, result }) => [actor_id, result])).toEqual([
      ...Array(4).fill([max.id, '400 mismatch confirmed:otp']),
      [max.id, '400 ended confirmed:otp'],
    ])
    expect(stopped).toMatchObject([{ actor_id: max.id }])
  })

  test('is no account that was added shortly before the recovery began, nor one with a new second step', async () => {
    const { ana, number, project, nora } = await setting()
    const [invited, taken] = [await people.witness('Admin', project), await people.witness('Nurse', project)]
    const shortly = "now() - interval '6 days 23 hours'"
    await owner(`update providers set created_at = ${shortly} where provider_id = $1`, [invited.id])
    await owner(`update login_factors set created_at = ${shortly} where login_id = $1`, [taken.login])
    const answers = ofPatient(await started(await signedIn(ana)), number)
    for (const young of [invited, taken]) expect((await confirm(young, answers)).body?.code).toBe('too_new')
    // Another kind that is old enough was not shown.
    await owner(
      `insert into login_factors (factor_id, login_id, kind, name, credential_id, public_key, created_at)
       values (gen_random_uuid(), $1, 'passkey', 'Key ring', gen_random_uuid()::text, '\\x00', now() - interval '1 year')`,
      [taken.login],
    )
    expect((await confirm(taken, answers)).body?.code).toBe('too_new')
    // Waiting beside an open recovery does not help.
    await pass(ana.login, '71 hours')
    expect((await confirm(invited, answers)).body?.code).toBe('too_new')
    expect((await confirm(nora, answers)).body).toMatchObject({ confirmations: 1 })
  })

  test('and another one at the same moment are two: the wait begins', async () => {
    const { ana, number, nora, max } = await setting()
    const answers = ofPatient(await started(await signedIn(ana)), number)
    const both = await together('select from account_recoveries where login_id = $1', [ana.login], () => [
      confirm(nora, answers),
      confirm(max, answers),
    ])
    expect(both.map(({ body }) => body?.confirmations).toSorted()).toEqual([1, 2])
    expect(
      await owner('select from account_recoveries where login_id = $1 and opens_at is not null', [ana.login]),
    ).toHaveLength(1)
  })

  test('is nobody who accepted an old invitation since: neither their record nor their app is new', async () => {
    const { ana, number, project, nora } = await setting()
    const admin = await given.staff('Admin', project)
    const mallory = await given.patient(await given.project())
    await people.withApp(mallory)
    const { email, password } = mallory
    const invite = () =>
      people.proven(admin, inviteOperator, { body: { firstName: 'Mal', lastName: 'Ory', email, role: 'Nurse' } })
    await invite()
    const [made] = await owner<{ provider_id: string }>('select provider_id from providers where email = $1', [email])
    const joined: TestUser = { ...mallory, role: 'Nurse', project, id: made?.provider_id ?? '' }
    await owner("update login_factors set created_at = now() - interval '30 days' where login_id = $1", [mallory.login])
    await owner("update providers set created_at = now() - interval '30 days' where provider_id = $1", [joined.id])
    const answers = ofPatient(await started(await signedIn(ana)), number)
    await invite()
    const params = { token: await people.linkTo(email) }
    const names = { first_name: 'Mal', last_name: 'Ory' }
    expect((await send(mallory, createOperator, { params, body: { ...names, password } })).status).toBe(201)
    const witness = await people.longHere(await signedIn(joined))
    expect((await confirm(witness, answers)).body?.code).toBe('too_new')
    expect((await confirm(nora, answers)).body).toMatchObject({ confirmations: 1 })
    await owner("update invites set used_at = used_at - interval '8 days' where provider_id = $1", [joined.id])
    expect((await confirm(witness, answers)).body).toMatchObject({ confirmations: 2 })
  })

  test('shows the passkey that is old enough, of several', async () => {
    const { nora, answers } = await asked()
    const passkey = (age: string, used: string) =>
      owner<{ factor_id: string }>(
        `insert into login_factors (factor_id, login_id, kind, name, credential_id, public_key, created_at, last_used_at)
         values (gen_random_uuid(), $1, 'passkey', 'Key', gen_random_uuid()::text, '\\x00', now() - $2::interval, now() - $3::interval)
         returning factor_id`,
        [nora.login, age, used],
      )
    const byPasskey = async (factor_id: string | undefined) => {
      const secret = await people.mint(nora, confirmIdentity, { body: answers })
      const shown = [nora.session, factor_id]
      await owner("update fresh_proofs set factor = 'passkey', factor_id = $2 where session_id = $1", shown)
      return send(nora, confirmIdentity, { body: answers }, { headers: people.headersOf(secret) })
    }
    // One that another tab has used since is not the one that was shown.
    const [old] = await passkey('1 year', '2 minutes')
    const [young] = await passkey('1 day', '3 minutes')
    expect((await byPasskey(young?.factor_id)).body?.code).toBe('too_new')
    // A program of the previous version does not say which: the last one used.
    await passkey('2 days', '1 minute')
    expect((await byPasskey(undefined)).body?.code).toBe('too_new')
    expect((await byPasskey(old?.factor_id)).body).toMatchObject({ confirmations: 1 })
  })

  test('has no proof left of a passkey that was removed since: an older one was not shown', async () => {
    const { nora, answers } = await asked()
    const passkey = (age: string) =>
      owner<{ factor_id: string }>(
        `insert into login_factors (factor_id, login_id, kind, name, credential_id, public_key, created_at, last_used_at)
         values (gen_random_uuid(), $1, 'passkey', 'Key', gen_random_uuid()::text, '\\x00', now() - $2::interval, now() - $2::interval)
         returning factor_id`,
        [nora.login, age],
      )
    await passkey('1 year')
    const [young] = await passkey('1 day')
    const secret = await people.mint(nora, confirmIdentity, { body: answers })
    await owner("update fresh_proofs set factor = 'passkey' where session_id = $1", [nora.session])
    const params = { factor_id: young?.factor_id ?? '' }
    expect((await people.proven(nora, removeFactor, { params })).status).toBe(200)
    const late = await send(nora, confirmIdentity, { body: answers }, { headers: people.headersOf(secret) })
    expect(late.body?.code).toBe('proof_required')
  })

  test('guesses no codes', async () => {
    const { nora, answers } = await asked()
    for (let n = 0; n < 20; n++) await confirm(nora, { ...answers, code: `AAAAAA${'ABCDEFGHJKLMNPQRSTUV'[n]}A` })
    expect((await confirm(nora, answers)).status).toBe(429)
  })

  test('of a code that is too old finds nothing', async () => {
    const { ana, nora, answers } = await asked()
    await pass(ana.login, '72 hours 1 second')
    expect((await confirm(nora, answers)).body?.fields).toHaveProperty('code')
  })
})

describe('who wears two hats', () => {
  test('a colleague is confirmed by admins of the clinic where they work, never by those where they are a patient', async () => {
    const { project } = await clinic()
    const [one, two] = [await people.witness('Admin', project), await people.witness('SuperAdmin', project)]
    const nurse = await given.staff('Nurse', project)
    await people.withApp(nurse)
    const far = await clinic()
    await people.alsoPatient(far.project, nurse)
    const codes = await started(await signedIn(nurse))
    const answers = people.ofStaff(codes, nurse, 'Nora Líndt')
    expect((await confirm(far.nora, answers)).body?.fields).toHaveProperty('code')
    expect((await confirm(await given.staff('Nurse', project), answers)).body?.code).toBe('admins_only')
    expect((await confirm(one, { ...answers, name: 'Nora Linden' })).body?.code).toBe('mismatch')
    await recover(nurse, [one, two], answers, codes)
  })

  test('a clinic that invited them lately confirms nobody who has long been elsewhere, whatever role it gave', async () => {
    const { project, nora } = await clinic()
    const { ana, number } = await patientWithApp(project)
    await owner("update patients set created_at = now() - interval '30 days' where patient_id = $1", [ana.id])
    const far = await clinic()
    const lately = await people.alsoPatient(far.project, ana)
    await owner("update patients set dob = '1986-04-17' where patient_id = $1", [lately.id])
    const codes = await started(await signedIn(ana))
    const invited = { ...ofPatient(codes, lately.code) }
    expect((await confirm(far.nora, invited)).body?.fields).toHaveProperty('code')
    // An old record accepted recently does not help either, nor does one with a higher role.
    await owner("update patients set created_at = now() - interval '30 days' where patient_id = $1", [lately.id])
    await owner(
      `insert into invites (project_id, invite_id, email, token_hash, patient_id, used_at, expires_at)
       values ($1, gen_random_uuid(), $2, sha256($2::text::bytea), $3, now(), now())`,
      [far.project, ana.email, lately.id],
    )
    expect((await confirm(far.nora, invited)).body?.fields).toHaveProperty('code')
    expect((await confirm(nora, ofPatient(codes, number))).body).toMatchObject({ confirmations: 1 })
    const boss = await given.staff('Admin', far.project)
    await owner('update providers set login_id = $2 where provider_id = $1', [boss.id, ana.login])
    expect((await confirm(await people.witness('Admin', far.project), invited)).body?.fields).toHaveProperty('code')
    await pass(ana.login, '8 days')
    expect((await start(await signedIn(ana))).body?.code).toBe('nobody')
  })
})
