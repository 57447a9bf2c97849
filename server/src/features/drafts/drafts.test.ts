import { calls, deleteDraft, endAllSessions, getDraft, maxDrafts, saveDraft } from '@fornix/contract'
import { expect, test } from 'vitest'
import { type TestUser, testApp } from '../../../test/harness.ts'
import { deleteExpired } from '../../clinic/retention/expired-rows.ts'
import { tableRules } from '../../features.ts'

const { given, as, send, owner, database } = await testApp()
const save = (user: TestUser, form: string, values: Record<string, unknown>) =>
  as(user).call(saveDraft, { params: { form }, body: { values } })
const read = async (user: TestUser, form: string) => (await as(user).call(getDraft, { params: { form } })).draft
const age = (user: TestUser, hours: number) =>
  owner(`update drafts set saved_at = now() - make_interval(hours => $2) where person_id = $1`, [user.id, hours])

test('what was typed comes back until it is forgotten', async () => {
  const ana = await given.patient()
  expect(await read(ana, 'profile')).toBeNull()

  const { saved_at } = await save(ana, 'profile', { city: 'Boston', indication: ['a'] })
  expect(await read(ana, 'profile')).toEqual({ values: { city: 'Boston', indication: ['a'] }, saved_at })
  await save(ana, 'profile', { city: 'Somerville' })
  expect(await read(ana, 'profile')).toMatchObject({ values: { city: 'Somerville' } })
  expect(await read(ana, 'contact')).toBeNull()

  for (const _ of [1, 2]) await as(ana).call(deleteDraft, { params: { form: 'profile' } })
  expect(await read(ana, 'profile')).toBeNull()
})

test('nobody else reads, replaces or deletes it: colleague, neighbour, other project, other membership', async () => {
  const nora = await given.staff('Nurse')
  const sameLogin = await given.staff('Nurse', undefined, { login: nora.login })
  const others = [
    await given.staff('SuperAdmin', nora.project),
    await given.patient(nora.project),
    sameLogin,
    await given.staff('Nurse'),
  ]
  const ana = await given.patient(nora.project)
  for (const [author, text] of [
    [nora, 'typed by Nora'],
    [ana, 'typed by Ana'],
  ] as const) {
    await save(author, 'notes', { text })
    for (const other of others) {
      expect(await read(other, 'notes')).toBeNull()
      await save(other, 'notes', { text: 'mine' })
      await as(other).call(deleteDraft, { params: { form: 'notes' } })
    }
    expect(await read(author, 'notes')).toMatchObject({ values: { text } })
  }
})

test('a nurse who is a patient of the same project has two sets of drafts', async () => {
  const asPatient = await given.patient()
  const asNurse = await given.staff('Nurse', asPatient.project, { login: asPatient.login })
  await save(asPatient, 'contact', { text: 'of the patient' })

  expect(await read(asNurse, 'contact')).toBeNull()
})

test('a record that got another login does not show what the first one typed', async () => {
  const nora = await given.staff('Nurse')
  await save(nora, 'notes', { text: 'mine' })
  const other = await given.login('successor@staff.example')
  await owner('update sessions set login_id = $2 where session_id = $1', [nora.session, other])
  await owner('update providers set login_id = $2 where provider_id = $1', [nora.id, other])

  expect(await read(nora, 'notes')).toBeNull()
})

test('row security alone keeps patients apart', async () => {
  const ana = await given.patient()
  const ben = await given.patient(ana.project)
  await save(ana, 'profile', { city: 'Boston' })
  const seenBy = (user: TestUser) =>
    database.scoped({ project: user.project as never, patient: user.id as never }, (db) =>
      db.selectFrom('drafts').select('form').execute(),
    )

  expect(await seenBy(ana)).toHaveLength(1)
  expect(await seenBy(ben)).toEqual([])
})

test('it lies sealed, and a row that was moved to somebody else does not open', async () => {
  const nora = await given.staff('Nurse')
  const otto = await given.staff('Nurse', nora.project)
  await save(nora, 'notes', { text: 'claustrophobia' })
  const [row] = await owner<{ sealed: Buffer }>('select sealed from drafts where person_id = $1', [nora.id])
  expect(row?.sealed.toString('latin1')).not.toContain('claustrophobia')

  await owner('update drafts set person_id = $2, login_id = $3 where person_id = $1', [nora.id, otto.id, otto.login])
  expect((await send(otto, getDraft, { params: { form: 'notes' } })).status).toBe(500)
})

test('passwords and tokens are not kept, however deep they lie', async () => {
  const ana = await given.patient()
  await save(ana, 'profile', {
    city: 'Boston',
    password: 'x',
    Confirm_Password: 'x',
    nested: [{ resetToken: 'x', kept: 1 }],
    client_secret: 'x',
  })

  expect((await read(ana, 'profile'))?.values).toEqual({ city: 'Boston', nested: [{ kept: 1 }] })
})

test('after 24 hours it is not shown, and the sweep takes it away', async () => {
  const [ana, ben] = [await given.patient(), await given.patient()]
  await save(ana, 'profile', { city: 'Boston' })
  await save(ben, 'profile', { city: 'Boston' })
  await age(ana, 24)
  await age(ben, 23)

  expect(await read(ana, 'profile')).toBeNull()
  await deleteExpired(database, tableRules)
  expect(await owner('select from drafts where person_id = $1', [ana.id])).toEqual([])
  expect(await read(ben, 'profile')).not.toBeNull()
})

test('more than 64 KB is refused, and the oldest of more than twenty forms makes room', async () => {
  const ana = await given.patient()
  const big = await send(ana, saveDraft, { params: { form: 'big' }, body: { values: { text: 'x'.repeat(64 * 1024) } } })
  expect(big.status).toBe(413)

  await save(ana, 'first', { text: 'old' })
  await age(ana, 1)
  for (let n = 0; n < maxDrafts; n++) await save(ana, `form-${n}`, { text: 'new' })
  expect(await read(ana, 'first')).toBeNull()
  expect(await read(ana, 'form-0')).not.toBeNull()
})

test('names that are no names of forms are not found', async () => {
  const ana = await given.patient()
  for (const form of ['', '..', 'a b', 'ä', 'a/b', 'x'.repeat(101)])
    expect((await send(ana, getDraft, { params: { form } })).status).toBe(404)
})

test('keeping what was typed does not keep a session alive', async () => {
  for (const call of [getDraft, saveDraft, deleteDraft])
    expect(calls[Object.keys(calls).find((name) => calls[name] === call) ?? '']?.userInitiated).toBe(false)
  const ana = await given.patient()
  await owner(`update sessions set last_seen_at = now() - interval '10 minutes' where session_id = $1`, [ana.session])
  const seen = () =>
    owner<{ last_seen_at: string }>('select last_seen_at from sessions where session_id = $1', [ana.session])
  const before = await seen()
  await save(ana, 'profile', { city: 'Boston' })
  await read(ana, 'profile')

  expect(await seen()).toEqual(before)
})

test('signing out everywhere forgets it in every project', async () => {
  const nora = await given.staff('Nurse')
  const elsewhere = await given.staff('Nurse', undefined, { login: nora.login })
  const otto = await given.staff('Nurse', nora.project)
  for (const user of [nora, elsewhere, otto]) await save(user, 'notes', { text: 'typed' })
  await as(nora).call(endAllSessions, {})

  expect(await owner('select from drafts where login_id = $1', [nora.login])).toEqual([])
  expect(await read(otto, 'notes')).not.toBeNull()
})
