import { acceptInvite, register, sendInvitation, verifyPatientToken } from '@fornix/contract'
import { expect, test } from 'vitest'
import { secretIn } from '../../../test/cookies-and-links.ts'
import { registeringClinic } from '../../../test/registering-clinic.ts'
import { registrationForm as form } from '../../../test/registration-form.ts'
import { dropLogins } from '../../clinic/people/proven-address.ts'

const { given, as, send, owner, platform, nurse, headers, mailsTo, linkTo, registered, signIn, confirm, sessionOf } =
  await registeringClinic()

test('a stranger who registers with the address over and over pushes nobody out: each link confirms its own registration', async () => {
  const victim = await registered()
  const victimsSession = await sessionOf(victim)
  const stranger = await registered({ email: victim.email, password: 'Attacker-lantern-77!' })
  const strangersSession = await sessionOf(stranger)
  await registered({ email: victim.email, password: 'Attacker-lantern-88!' })
  expect((await signIn(victim)).status).toBe(400)
  expect((await send(victimsSession, verifyPatientToken)).status).toBe(200)
  expect((await confirm(stranger.token, undefined, { cookies: victim.cookies })).body.code).toBe('password_needed')
  expect((await confirm(victim.token, undefined, { cookies: victim.cookies })).status).toBe(200)
  expect((await signIn(victim)).body).toMatchObject({ email_verified: true })
  expect((await signIn(stranger)).status).toBe(400)
  expect((await send(strangersSession, verifyPatientToken)).status).toBe(401)
  expect((await confirm(stranger.token, stranger.password)).body).toMatchObject({ code: 'link_unknown' })
  expect(await owner('select from registrations where email = $1', [victim.email])).toEqual([])
  expect(await owner('select from logins where email = $1', [victim.email])).toHaveLength(1)
})

test('the registration that has left the address to a newer one is confirmed by its password as well', async () => {
  const victim = await registered()
  await registered({ email: victim.email })
  expect((await confirm(victim.token, victim.password)).status).toBe(200)
  expect((await signIn(victim)).body).toMatchObject({ email_verified: true })
})

test('who registers again in the same browser means the second: password, link and session of the first end', async () => {
  const first = await registered()
  const user = await sessionOf(first)
  const { email, cookies } = first
  const again = await send(null, register, { body: form({ email, password: 'Another-fish-8!' }) }, { headers, cookies })
  expect(again).toMatchObject({ status: 201, body: { message: 'Registration successful!' } })
  expect((await send(user, verifyPatientToken)).status).toBe(401)
  expect((await signIn(first)).status).toBe(400)
  expect((await confirm(first.token, first.password)).body).toMatchObject({ code: 'link_unknown' })
  expect((await confirm(await linkTo(email), 'Another-fish-8!')).status).toBe(200)
})

test('of registrations at once with one address the last has it, and all wait', async () => {
  const body = form()
  const answers = await Promise.all([1, 2, 3].map(() => send(null, register, { body }, { headers })))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(await owner('select from registrations where email = $1', [body.email])).toHaveLength(3)
  expect(await owner('select from logins where email_key = $1', [body.email])).toHaveLength(1)
})

test('a registration and a confirmation at the same moment do not hinder each other', async () => {
  for (let n = 0; n < 3; n++) {
    const first = await registered()
    const again = form({ email: first.email, password: 'Another-fish-8!' })
    const [confirmed, added] = await Promise.all([
      confirm(first.token, first.password),
      send(null, register, { body: again }, { headers }),
    ])
    expect([confirmed.status, added.status]).toEqual([200, 201])
    expect((await signIn(first)).body).toMatchObject({ email_verified: true })
  }
})

test('the same browser does not take back what it has just confirmed', async () => {
  const who = await registered()
  await confirm(who.token, who.password)
  const [login] = await owner<{ login_id: string }>('select login_id from logins where email = $1', [who.email])
  await platform.database.unscoped('a late second registration', (db) => dropLogins(db, [login?.login_id ?? '']))
  expect((await signIn(who)).body).toMatchObject({ email_verified: true })
})

test('an invitation that is accepted ends every registration of the address', async () => {
  const first = await registered()
  const second = await registered({ email: first.email })
  const user = await sessionOf(second)
  const elsewhere = await given.project()
  const invitation = { firstName: 'Mia', lastName: 'Cruz', email: first.email }
  await as(await given.staff('Nurse', elsewhere)).call(sendInvitation, { body: invitation })
  const [mail] = (await mailsTo(first.email)).slice(-1)
  const token = secretIn(mail?.body)
  await as(null).call(acceptInvite, { params: { token }, body: { password: 'Person-lantern-88!' } })
  expect((await confirm(first.token, first.password)).body).toMatchObject({ code: 'link_unknown' })
  expect((await confirm(second.token, second.password)).body).toMatchObject({ code: 'link_unknown' })
  expect((await send(user, verifyPatientToken)).status).toBe(401)
  expect(await owner('select from logins where email = $1', [first.email])).toHaveLength(1)
})

test('an invitation ends also the logins whose registrations it has taken away', async () => {
  const first = await registered()
  await registered({ email: first.email })
  await as(nurse).call(sendInvitation, { body: { firstName: 'Mia', lastName: 'Cruz', email: first.email } })
  const token = secretIn((await mailsTo(first.email)).at(-1)?.body)
  await as(null).call(acceptInvite, { params: { token }, body: { password: 'Person-lantern-88!' } })
  expect(await owner('select from logins where email = $1', [first.email])).toHaveLength(1)
})

test('an address is registered elsewhere after an invitation has ended its registration', async () => {
  const who = await registered()
  await as(nurse).call(sendInvitation, { body: { firstName: 'Mia', lastName: 'Cruz', email: who.email } })
  const again = await registered({ email: who.email, password: 'Another-fish-8!' }, { project: await given.project() })
  expect((await signIn(who)).status).toBe(400)
  expect((await signIn(again)).status).toBe(200)
})
