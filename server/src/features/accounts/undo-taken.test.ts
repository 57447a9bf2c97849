import { inviteMyCaregiver, resetPatientPassword, undoFactor, verifyPatientToken } from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import { secretIn } from '../../../test/cookies-and-links.ts'
import type { TestUser } from '../../../test/given.ts'
import { changed, movedAddresses } from '../../../test/moved-addresses.ts'
import { newCaregiver } from '../../../test/new-caregiver.ts'
import { removeFactorsOf } from '../../cli/two-step-remove.ts'

const { given, as, send, owner, mailsTo, database, project, withApp, elsewhere, newest, move, undo, signsIn } =
  await movedAddresses()
const addressesOf = async ({ login, id }: TestUser) =>
  (
    await owner<{ email: string }>(
      `select email from logins where login_id = $1 union all select email from patients where patient_id = $2`,
      [login, id],
    )
  ).map(({ email }) => email)
const reset = async (email: string) => (await send(null, resetPatientPassword, { params: { email } })).status

describe('where another account has the old address by now', () => {
  test('whoever moved it is out all the same, and the page says what stayed', async () => {
    const ana = await given.patient(project)
    const thief = await move(ana)
    await as(ana).call(inviteMyCaregiver, { body: newCaregiver(elsewhere()) })
    await withApp(ana)
    const other = await given.patient(undefined, { email: ana.email })

    expect(await undo(ana.email)).toMatchObject({
      status: 200,
      body: { already: false, needs_password: false, needs_help: true },
    })
    expect((await send(ana, verifyPatientToken)).status).toBe(401)
    expect(await owner('select from login_factors where login_id = $1', [ana.login])).toEqual([])
    expect(await owner('select from caregivers where patient_id = $1 and ended_at is null', [ana.id])).toEqual([])
    expect(await signsIn(thief, ana.password)).toBe(false)
    expect(await reset(thief)).toBe(400)
    // The record's mail goes to its person, and the other account is unchanged.
    expect(await addressesOf(ana)).toEqual([thief, ana.email])
    expect(await signsIn(ana.email, other.password)).toBe(true)
    expect((await mailsTo(thief)).at(-1)?.subject).toBe('Your email address no longer works for signing in')
    expect((await undo(ana.email)).body).toMatchObject({ already: true })
    const rows = await owner(
      "select action from audit_events where patient_id = $1 and action in ('account.undo_email_change', 'account.hold_email_change')",
      [ana.id],
    )
    expect(rows).toEqual([{ action: 'account.hold_email_change' }])
  })

  test('the link about a second step takes that away, too', async () => {
    const ana = await given.patient(project)
    const thief = await move(ana)
    await withApp(ana)
    const undo_token = secretIn(await newest(ana.email, 'How you sign in was changed'))
    await given.patient(undefined, { email: ana.email })
    const { status, body } = await send(null, undoFactor, { body: { undo_token } })
    expect({ status, body }).toMatchObject({ status: 200, body: { needs_password: false, needs_help: true } })
    expect(await owner('select from login_factors where login_id = $1', [ana.login])).toEqual([])
    expect((await send(ana, verifyPatientToken)).status).toBe(401)
    expect(await reset(thief)).toBe(400)
  })

  test('a new address from the operator opens the account again, and whoever moved it hears nothing more', async () => {
    const ana = await given.patient(project)
    const thief = await move(ana)
    await given.patient(undefined, { email: ana.email })
    await undo(ana.email)
    const email = elsewhere()
    const told = await mailsTo(thief)
    expect(await removeFactorsOf(database, thief, email)).not.toBeNull()
    expect(await mailsTo(thief)).toEqual(told)
    expect(await reset(email)).toBe(200)
    expect(await owner('select from former_addresses where login_id = $1 and email = $2', [ana.login, thief])).toEqual(
      [],
    )
  })

  test('so does one that its owner confirms, who has an older way in, without a link back', async () => {
    const ana = await given.patient(project)
    const thief = await move(ana)
    await given.patient(undefined, { email: ana.email })
    await undo(ana.email)
    await owner('update sessions set revoked_at = null where session_id = $1', [ana.session])
    const email = await move(ana)
    expect(await addressesOf(ana)).toEqual([email, email])
    expect(await reset(email)).toBe(200)
    expect(await newest(thief, changed)).toBeUndefined()
    expect(await newest(ana.email, changed)).not.toContain('stop-email-change')
  })
})

test('whoever moved it is told nothing of the account meanwhile, and takes no second step of its owner away', async () => {
  const ana = await given.patient(project)
  const thief = await move(ana)
  await given.patient(undefined, { email: ana.email })
  await undo(ana.email)
  const before = await mailsTo(thief)
  // By an older session.
  await owner('update sessions set revoked_at = null where session_id = $1', [ana.session])
  await withApp(ana)
  expect((await mailsTo(thief)).slice(before.length).map(({ subject }) => subject)).toEqual([])
})

describe('where another record of the clinic has the old address by now', () => {
  test('the account goes back, and the record is left for the clinic', async () => {
    const ana = await given.patient(project)
    const thief = await move(ana)
    await owner(`update patients set email = $1, email_key = $1 where patient_id = $2`, [
      ana.email,
      (await given.patient(project, { email: elsewhere() })).id,
    ])
    expect(await undo(ana.email)).toMatchObject({ status: 200, body: { needs_password: true, needs_help: true } })
    expect(await addressesOf(ana)).toEqual([ana.email, thief])
  })

  test('and one that was deleted takes it back, since it has room', async () => {
    const ana = await given.patient(project)
    await move(ana)
    await owner('update patients set deleted_at = now() where patient_id = $1', [ana.id])
    const { id } = await given.patient(project, { email: elsewhere() })
    await owner(`update patients set email = $1, email_key = $1 where patient_id = $2`, [ana.email, id])
    expect((await undo(ana.email)).body).not.toHaveProperty('needs_help')
    expect(await addressesOf(ana)).toEqual([ana.email, ana.email])
  })
})

test('an address in between, which whoever moved it gave to another account, keeps nothing', async () => {
  const ana = await given.patient(project)
  const between = await move(ana)
  await move(ana)
  await given.patient(project, { email: between })
  expect((await undo(ana.email)).body).not.toHaveProperty('needs_help')
  expect(await addressesOf(ana)).toEqual([ana.email, ana.email])
})

test('who was let in to a record that was merged meanwhile is out when the merge is undone', async () => {
  const ana = await given.patient(project)
  await move(ana)
  await as(ana).call(inviteMyCaregiver, { body: newCaregiver(elsewhere()) })
  // A merge leaves grants behind, and its undo brings them back with the record.
  await owner('update patients set deleted_at = now() where patient_id = $1', [ana.id])
  expect((await undo(ana.email)).status).toBe(200)
  expect(await owner('select from caregivers where patient_id = $1 and ended_at is null', [ana.id])).toEqual([])
})
