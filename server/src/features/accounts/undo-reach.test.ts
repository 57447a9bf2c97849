import {
  acceptInvite,
  changeMyCaregiver,
  createOperator,
  getOperator,
  inviteMyCaregiver,
  inviteOperator,
  listMyAppointments,
  resendOperatorInvite,
  stopOperatorEmailChange,
  updateOperatorProfile,
  verifyOperatorToken,
  verifyPatientToken,
} from '@fornix/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import type { TestUser } from '../../../test/given.ts'
import { movedAddresses } from '../../../test/moved-addresses.ts'
import { inOneMonth, newCaregiver } from '../../../test/new-caregiver.ts'
import { hashSecret } from '../../platform/sessions/tokens.ts'

const { given, as, send, owner, mailsTo, project, elsewhere, newest, move, undo } = await movedAddresses()
const addressesOf = async ({ login }: TestUser) =>
  (
    await owner<{ email: string }>(
      `select email from logins where login_id = $1 union all select email from patients where login_id = $1
       union all select email from providers where login_id = $1`,
      [login],
    )
  ).map(({ email }) => email)

describe('an address that was changed is brought back', () => {
  test.each([
    ['deleted', 'update patients set deleted_at = now() where patient_id = $1'],
    ['given to nobody', 'update patients set deleted_at = now(), login_id = null where patient_id = $1'],
  ])('although the record that it was changed at was %s', async (_, statement) => {
    const ana = await given.patient(project)
    const there = await given.staff('Nurse', undefined, { login: ana.login, email: ana.email })
    await move(ana)
    await owner(statement, [ana.id])
    expect((await undo(ana.email)).status).toBe(200)
    expect(new Set(await addressesOf(there))).toEqual(new Set([ana.email]))
  })

  test('in no record that has got another login since', async () => {
    const ana = await given.patient(project)
    const thief = await move(ana)
    await owner('update patients set login_id = $2 where patient_id = $1', [
      ana.id,
      await given.login('other@login.example'),
    ])
    expect((await undo(ana.email)).status).toBe(200)
    expect(await owner('select email from patients where patient_id = $1', [ana.id])).toEqual([{ email: thief }])
    expect(await addressesOf(ana)).toEqual([ana.email])
  })
})

describe('with an address that was changed goes who was let in since', () => {
  const helper = async (ana: TestUser) => {
    const email = elsewhere()
    await as(ana).call(inviteMyCaregiver, { body: newCaregiver(email) })
    const token = /\/invite\/([\w-]{43})/.exec((await mailsTo(email)).at(-1)?.body ?? '')?.[1] ?? ''
    const accept = () => send(null, acceptInvite, { params: { token }, body: { password: 'Lantern-fish-7!' } })
    return { email, accept }
  }
  const accepted = async (ana: TestUser) => {
    const { email, accept } = await helper(ana)
    const { body } = await accept()
    return { ...ana, email, token: body.access_token, caregiver: body.acting?.caregiver_id ?? '' }
  }
  const visits = async (user: TestUser) => (await send(user, listMyAppointments)).status

  test('a caregiver who was invited, which the owner did not hear of, and one who is about to accept', async () => {
    const ana = await given.patient(project)
    const mother = await accepted(ana)
    await move(ana)
    const stranger = await accepted(ana)
    const { accept } = await helper(ana)
    expect(await visits(stranger)).toBe(200)
    expect((await undo(ana.email)).status).toBe(200)
    expect(await visits(stranger)).toBe(401)
    expect((await accept()).status).toBe(400)
    expect(await visits(mother)).toBe(200)
    expect(await newest(ana.email, 'Maria Soto can no longer act for you')).toBeDefined()
    const rows = await owner(
      "select actor_role from audit_events where patient_id = $1 and action = 'caregiver.end' and object_id = $2",
      [ana.id, stranger.caregiver],
    )
    expect(rows).toEqual([{ actor_role: 'visitor' }])
  })

  test('a caregiver who was given more', async () => {
    const ana = await given.patient(project)
    const mother = await accepted(ana)
    await move(ana)
    const params = { caregiver_id: mother.caregiver }
    await as(ana).call(changeMyCaregiver, { params, body: { areas: ['visits', 'money'], until: inOneMonth } })
    expect((await undo(ana.email)).status).toBe(200)
    expect(await visits(mother)).toBe(401)
  })
})

describe('with the address of an admin go staff who were added since', () => {
  beforeEach(() => owner('delete from email_changes'))
  const link = 'a-link-in-the-mailbox-of-the-admin'
  const moved = async ({ id, login, email, project }: TestUser) =>
    owner(
      `insert into email_changes (project_id, token_hash, stop_hash, undo_hash, provider_id, email, old_email, moved_login, login_id, used_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, true, $8, now(), now() + interval '1 day')`,
      [project, hashSecret('confirm'), hashSecret('stop'), hashSecret(link), id, email, elsewhere(), login],
    )
  const invite = async (admin: TestUser) => {
    const body = { firstName: 'Omar', lastName: 'Haddad', email: elsewhere(), role: 'Nurse' as const }
    await as(admin).call(inviteOperator, { body })
    return body.email
  }
  const token = async (email: string) =>
    /\/register-operator\/([\w-]{43})/.exec((await mailsTo(email)).at(-1)?.body ?? '')?.[1] ?? ''
  const accept = async (email: string) =>
    send(null, createOperator, {
      params: { token: await token(email) },
      body: { first_name: 'Omar', last_name: 'Haddad', password: 'Lantern-fish-7!' },
    })

  test('accepted or not, and whom those have added; who was there before stays', async () => {
    const admin = await given.staff('Admin', project)
    const before = await invite(admin)
    await moved(admin)
    await as(admin).call(resendOperatorInvite, { params: { email: before } })
    const [accepted, waiting] = [await invite(admin), await invite(admin)]
    expect((await accept(accepted)).status).toBe(201)
    const added = await given.staff('Nurse', project)
    // Made an admin meanwhile.
    await owner(
      `insert into audit_events (project_id, event_id, actor_id, actor_role, action, object_id, request_id)
       select project_id, gen_random_uuid(), provider_id, 'Admin', 'provider.invite', $2, 'r' from providers where email = $1`,
      [accepted, added.id],
    )
    const others = await given.staff('Nurse', project)

    expect((await send(null, stopOperatorEmailChange, { params: { token: link } })).status).toBe(200)
    const left = await owner<{ email: string }>(
      'select email from providers where email = any($1) and deleted_at is null',
      [[before, accepted, waiting, added.email, others.email]],
    )
    expect(new Set(left.map(({ email }) => email))).toEqual(new Set([before, others.email]))
    expect((await accept(waiting)).status).toBe(400)
    expect((await send(added, verifyOperatorToken)).status).toBe(401)
    expect((await accept(before)).status).toBe(201)
    const rows = await owner(
      "select actor_role from audit_events where project_id = $1 and action = 'provider.delete' and object_id = $2",
      [project, added.id],
    )
    expect(rows).toEqual([{ actor_role: 'visitor' }])
  })

  test('whose invitation of before was turned to another mailbox since', async () => {
    const admin = await given.staff('Admin', project)
    const [before, corrected] = [await invite(admin), await invite(admin)]
    const turn = async (email: string) => {
      const wanted = elsewhere()
      const { operator } = await as(admin).call(getOperator, { body: { email } })
      await as(admin).call(updateOperatorProfile, { body: { provider_id: operator._id, email: wanted } })
      return wanted
    }
    const right = await turn(corrected)
    await owner("update invites set created_at = created_at - interval '1 hour' where email = any($1)", [
      [before, corrected, right],
    ])
    await moved(admin)
    await as(admin).call(resendOperatorInvite, { params: { email: right } })
    const stranger = await turn(before)
    expect((await accept(stranger)).status).toBe(201)
    expect((await send(null, stopOperatorEmailChange, { params: { token: link } })).status).toBe(200)
    const left = await owner('select email from providers where email = any($1) and deleted_at is null', [
      [stranger, right],
    ])
    expect(left).toEqual([{ email: right }])
  })
})

describe('the address of a record whose account signs in with another one', () => {
  const withTwo = async () => {
    const ana = await given.patient(project)
    const old = elsewhere()
    await owner('update patients set email = $2, email_key = $2 where patient_id = $1', [ana.id, old])
    return { ana, old }
  }
  const recordOf = async ({ id }: TestUser) =>
    (await owner<{ email: string }>('select email from patients where patient_id = $1', [id]))[0]?.email

  test('is brought back by a link that goes to the one of the sign-in', async () => {
    const { ana, old } = await withTwo()
    const thief = await move(ana)
    expect(await recordOf(ana)).toBe(thief)
    expect((await undo(ana.email)).body).toMatchObject({ already: false, needs_password: true })
    expect([await recordOf(ana), (await send(ana, verifyPatientToken)).status]).toEqual([old, 401])
    expect((await undo(ana.email)).body).toMatchObject({ already: true })
  })

  test('for seven days', async () => {
    const { ana, old } = await withTwo()
    await move(ana)
    await owner("update email_changes set used_at = used_at - interval '7 days 1 second' where patient_id = $1", [
      ana.id,
    ])
    expect((await undo(ana.email)).body?.code).toBe('link_used')
    await owner("update email_changes set used_at = used_at + interval '7 days' where patient_id = $1", [ana.id])
    expect((await undo(ana.email)).status).toBe(200)
    expect(await recordOf(ana)).toBe(old)
  })
})
