import { completePatientReset, verifyEmail } from '@fornix/contract'
import { expect, test } from 'vitest'
import { registeringClinic } from '../../../test/registering-clinic.ts'

const { given, send, owner, project, registered, signIn, confirm } = await registeringClinic()

test('joins with the password of that account; the one that was typed here counts for nothing', async () => {
  const elsewhere = await given.patient()
  const who = await registered({ email: elsewhere.email })
  expect((await signIn(who)).status).toBe(400)
  expect((await confirm(who.token, undefined, { cookies: who.cookies })).body.code).toBe('password_needed')
  expect((await confirm(who.token, who.password)).status).toBe(400)
  expect((await confirm(who.token, elsewhere.password)).status).toBe(200)
  const { memberships } = (await signIn(elsewhere)).body
  expect(memberships.map((one: { project: string }) => one.project).sort()).toEqual([project, elsewhere.project].sort())
})

test('and is signed in there joins without a password, but only when they say so', async () => {
  const elsewhere = await given.patient()
  const { token } = await registered({ email: elsewhere.email })
  expect(await send(elsewhere, verifyEmail, { params: { token }, body: {} })).toMatchObject({
    status: 400,
    body: { code: 'consent_needed', error: expect.stringContaining('registered at Test project') },
  })
  expect(await owner('select from patients where project_id = $1 and email = $2', [project, elsewhere.email])).toEqual(
    [],
  )
  const answer = await send(elsewhere, verifyEmail, { params: { token }, body: { consent: true } })
  expect(answer.status).toBe(200)
})

test('consents with that account alone', async () => {
  const elsewhere = await given.patient()
  const { token } = await registered({ email: elsewhere.email })
  const other = await given.patient()
  expect(await send(other, verifyEmail, { params: { token }, body: { consent: true } })).toMatchObject({
    body: { code: 'password_needed' },
  })
})

test('does not join in a browser that the account knows, before they show who they are', async () => {
  const elsewhere = await given.patient()
  const { cookies } = await signIn(elsewhere)
  const { token } = await registered({ email: elsewhere.email })
  const device = Object.fromEntries(
    cookies.flatMap(({ name, value }) => (name === 'fornix-device' ? [[name, value]] : [])),
  )
  expect(Object.keys(device)).toEqual(['fornix-device'])
  expect((await confirm(token, undefined, { cookies: device })).body.code).toBe('password_needed')
})

test('joins once, however many registered with the address', async () => {
  const elsewhere = await given.patient()
  const first = await registered({ email: elsewhere.email })
  const second = await registered({ email: elsewhere.email })
  expect((await confirm(second.token, elsewhere.password)).status).toBe(200)
  expect((await confirm(first.token, elsewhere.password)).body.code).toBe('link_unknown')
})

test('does not join with an address that has become somebody else’s', async () => {
  const elsewhere = await given.patient()
  const { token } = await registered({ email: elsewhere.email })
  const moved = 'moved.away@patients.example'
  await owner('update logins set email = $2, email_key = $2 where login_id = $1', [elsewhere.login, moved])
  await given.patient(undefined, { email: elsewhere.email })
  expect(await confirm(token, elsewhere.password)).toMatchObject({ status: 409, body: { code: 'email_taken' } })
})

test('cannot choose a new password by the link of a registration', async () => {
  const elsewhere = await given.patient()
  const { token } = await registered({ email: elsewhere.email })
  const reset = await send(null, completePatientReset, {
    params: { token },
    body: { password: 'Attacker-lantern-77!' },
  })
  expect(reset).toMatchObject({ status: 400, body: { code: 'link_unknown' } })
  expect((await signIn(elsewhere)).status).toBe(200)
})

test('keeps the record of that account, and nothing that was typed here by whomever', async () => {
  const elsewhere = await given.patient()
  await owner("update patients set mobile_number = '6175550199', city = 'Salem' where patient_id = $1", [elsewhere.id])
  const { token, first_name, mobile_number } = await registered({ email: elsewhere.email })
  expect((await confirm(token, elsewhere.password)).status).toBe(200)
  const [record] = await owner<{ first_name: string; mobile_number: string; city: string }>(
    'select first_name, mobile_number, city from patients where project_id = $1 and email = $2',
    [project, elsewhere.email],
  )
  expect(record).toEqual({ first_name: 'Ana', mobile_number: '6175550199', city: 'Salem' })
  expect([first_name, mobile_number]).not.toContain(record?.first_name)
})

test('begins with the name alone where no record of the account is left', async () => {
  const elsewhere = await given.patient()
  await owner('update patients set deleted_at = now() where patient_id = $1', [elsewhere.id])
  const { token } = await registered({ email: elsewhere.email })
  expect((await confirm(token, elsewhere.password)).status).toBe(200)
  const rows = await owner(
    'select first_name, mobile_number, city from patients where project_id = $1 and email = $2',
    [project, elsewhere.email],
  )
  expect(rows).toEqual([{ first_name: 'Mia', mobile_number: '', city: '' }])
})
