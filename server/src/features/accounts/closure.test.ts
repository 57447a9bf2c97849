import {
  askToCloseAccount,
  declineClosure,
  deletePatient,
  getAccessLog,
  getClosure,
  getMyClosure,
  getWorkQueue,
  hourMs,
  restorePatient,
  takeBackClosure,
} from '@fornix/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deferringSender } from '../../../test/deferring-sender.ts'
import type { TestUser } from '../../../test/given.ts'
import { testClinic } from '../../../test/test-clinic.ts'
import { patientId, projectId } from '../../platform/database/scope.ts'

const { given, as, send, owner, mailsTo, database, platform, project, admin, nurse } = await testClinic()

const ask = async (patient: TestUser, reason = '') =>
  (await as(patient).call(askToCloseAccount, { body: { reason } })).closure!
const mine = async (patient: TestUser) => (await as(patient).call(getMyClosure, {})).closure
const decline = (patient: TestUser, request_id: string, answer = 'You have a scan on Friday.') =>
  send(admin, declineClosure, { params: { key: patient.code }, body: { request_id, answer } })
const remove = (patient: TestUser) =>
  as(admin).call(deletePatient, { params: { email: patient.code }, body: { reason: '' } })
const waiting = async (user: TestUser) => {
  const { sections } = await as(user).call(getWorkQueue, { query: { all: 'closure' } })
  return sections.find(({ kind }) => kind === 'closure')?.items.map(({ patient_id }) => patient_id)
}

test('a patient asks once, however often they press, and admins read it at the record and in Today', async () => {
  const ana = await given.patient(project)
  expect(await mine(ana)).toBeNull()
  const asked = await ask(ana, 'I moved away.')
  expect(asked).toMatchObject({ state: 'open', reason: 'I moved away.', answer: '', settled_at: null })
  expect(await ask(ana, 'Another reason')).toEqual(asked)
  expect(await mine(ana)).toEqual(asked)
  expect((await as(admin).call(getClosure, { params: { key: ana.code } })).closure).toEqual(asked)
  expect(await waiting(admin)).toContain(ana.code)
  expect(await waiting(nurse)).toBeUndefined()
  expect((await send(nurse, getClosure, { params: { key: ana.code } })).status).toBe(403)
})

test('a request that is taken back waits no more, and can be asked anew', async () => {
  const ana = await given.patient(project)
  const first = await ask(ana)
  expect((await as(ana).call(takeBackClosure, {})).closure).toMatchObject({ state: 'withdrawn' })
  expect(await waiting(admin)).not.toContain(ana.code)
  expect(await decline(ana, first.request_id)).toMatchObject({ status: 409, body: { code: 'stale' } })
  const second = await ask(ana, 'After all')
  expect(second).toMatchObject({ state: 'open', reason: 'After all' })
  // An answer to the first does not answer the second.
  expect((await decline(ana, first.request_id)).status).toBe(409)
  expect(await mine(ana)).toEqual(second)
})

test('who is declined reads why, and gets a mail that says only that there is an answer', async () => {
  const ana = await given.patient(project)
  const { request_id } = await ask(ana, 'I moved away.')
  expect((await decline(ana, request_id)).status).toBe(200)
  expect(await mine(ana)).toMatchObject({ state: 'declined', answer: 'You have a scan on Friday.' })
  expect(await waiting(admin)).not.toContain(ana.code)
  const [mail, ...more] = await mailsTo(ana.email)
  expect(more).toEqual([])
  expect(mail?.body).toContain('/account')
  expect(mail?.body).not.toMatch(/Friday|moved/)
  expect((await decline(ana, request_id)).status).toBe(409)
  expect((await as(ana).call(takeBackClosure, {})).closure).toMatchObject({ state: 'declined' })
  expect(await ask(ana)).toMatchObject({ state: 'open', answer: '', settled_at: null })
})

test('deleting the record answers the request, and after a restore it can be asked anew', async () => {
  const ana = await given.patient(project)
  await ask(ana)
  await remove(ana)
  expect(await owner('select state from closure_requests where patient_id = $1', [ana.id])).toEqual([{ state: 'done' }])
  expect(await waiting(admin)).not.toContain(ana.code)
  const [mail, ...more] = await mailsTo(ana.email)
  expect(more).toEqual([])
  expect(mail?.subject).toMatch(/^Your account was closed · /)
  expect(mail?.body).toContain('We closed your account, as you asked.')
  await as(admin).call(restorePatient, { params: { patient_id: ana.code } })
  expect((await as(admin).call(getClosure, { params: { key: ana.code } })).closure).toBeNull()
})

test('deleting a record whose patient did not ask, or took it back, is no answer', async () => {
  const [ana, ben] = [await given.patient(project), await given.patient(project)]
  await ask(ben)
  await as(ben).call(takeBackClosure, {})
  for (const patient of [ana, ben]) await remove(patient)
  expect(await owner('select state from closure_requests where patient_id = any($1)', [[ana.id, ben.id]])).toEqual([
    { state: 'withdrawn' },
  ])
  for (const { email } of [ana, ben]) expect(await mailsTo(email)).toEqual([])
})

/** A mail server that defers everything so far, and the subjects that it delivers when it is well again. */
const deferred = (patient: TestUser) => {
  const server = deferringSender({ database, platform }, patient.email)
  return {
    wake: () => server.wake(() => true),
    rest: async () => {
      server.pass(hourMs)
      await server.wake()
      return server.subjects().map((subject) => subject.split(' · ')[0])
    },
  }
}
const restore = (patient: TestUser) => as(admin).call(restorePatient, { params: { patient_id: patient.code } })

test.each([
  [
    'closed since',
    ['Your account was closed'],
    async (ana: TestUser) => {
      await ask(ana)
      await remove(ana)
    },
  ],
  ['deleted since', [], remove],
  ['asked again since', [], (ana: TestUser) => ask(ana)],
])('nobody is sent to read an answer whose account was %s', async (_, said, then) => {
  const ana = await given.patient(project)
  const server = deferred(ana)
  await decline(ana, (await ask(ana)).request_id)
  await server.wake()
  await then(ana)
  expect(await server.rest()).toEqual(said)
})

test('an account that was restored is not said to be closed', async () => {
  const ana = await given.patient(project)
  const server = deferred(ana)
  await ask(ana)
  await remove(ana)
  await server.wake()
  await restore(ana)
  expect(await server.rest()).toEqual([])
})

test.each([
  ['no answer', '', 'Please say why'],
  ['a long one', 'x'.repeat(1001), 'Please use at most 1000 characters'],
])('declining with %s is refused at its field', async (_, answer, sentence) => {
  const ana = await given.patient(project)
  const { request_id } = await ask(ana)
  expect(await decline(ana, request_id, answer)).toMatchObject({ status: 400, body: { fields: { answer: sentence } } })
  expect(await mine(ana)).toMatchObject({ state: 'open' })
})

test('a reason that is too long is refused', async () => {
  const ana = await given.patient(project)
  const refused = await send(ana, askToCloseAccount, { body: { reason: 'x'.repeat(1001) } })
  expect(refused).toMatchObject({ status: 400, body: { fields: { reason: 'Please use at most 1000 characters' } } })
  expect(await mine(ana)).toBeNull()
})

test('of a decision and a change of mind at the same moment one is taken', async () => {
  const ana = await given.patient(project)
  const { request_id } = await ask(ana)
  const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = database.unscoped('a test', async (db) => {
    await sql`select from closure_requests where patient_id = ${ana.id} for update`.execute(db)
    held.resolve()
    await over.promise
  })
  await held.promise
  const both = [decline(ana, request_id), send(ana, takeBackClosure, {})]
  await expect
    .poll(() => owner("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
    .toHaveLength(2)
  over.resolve()
  await holder
  const [declined, takenBack] = await Promise.all(both)
  const { state } = (await mine(ana))!
  expect(declined?.status).toBe(state === 'declined' ? 200 : 409)
  expect(takenBack?.body.closure.state).toBe(state)
})

test('an admin who finds nothing at the record leaves no row', async () => {
  const ana = await given.patient(project)
  expect((await as(admin).call(getClosure, { params: { key: ana.code } })).closure).toBeNull()
  await ask(ana)
  await as(ana).call(takeBackClosure, {})
  expect((await as(admin).call(getClosure, { params: { key: ana.code } })).closure).toBeNull()
  const rows = () =>
    owner("select from audit_events where action = 'account.read_closure' and patient_id = $1", [ana.id])
  expect(await rows()).toEqual([])
  await ask(ana)
  await as(admin).call(getClosure, { params: { key: ana.code } })
  expect(await rows()).toHaveLength(1)
})

test('what was asked and answered stands in the patient’s log', async () => {
  const ana = await given.patient(project)
  const { request_id } = await ask(ana)
  await as(admin).call(getClosure, { params: { key: ana.code } })
  await decline(ana, request_id)
  await ask(ana)
  await as(ana).call(takeBackClosure, {})
  const { entries } = await as(ana).call(getAccessLog, { query: { own: 'true', page_size: 50 } })
  expect(entries.map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      'Asked to close the account',
      'Read your request to close your account',
      'Declined to close the account',
      'Withdrew the request to close the account',
    ]),
  )
})

test('the database lets a patient ask and take back for themselves, and not answer', async () => {
  const ana = await given.patient(project)
  const ben = await given.patient(project)
  await ask(ana)
  const set = (who: TestUser, part: object) =>
    database.scoped({ project: projectId(project), patient: patientId(who.id) }, (db) =>
      db.updateTable('closure_requests').set(part).where('patient_id', '=', ana.id).executeTakeFirst(),
    )
  for (const part of [{ state: 'declined' }, { state: 'done' }, { answer: 'Of course' }])
    await expect(set(ana, part)).rejects.toThrow(/row-level security/)
  expect(await set(ben, { state: 'withdrawn' })).toMatchObject({ numUpdatedRows: 0n })
  expect(await set(ana, { state: 'withdrawn' })).toMatchObject({ numUpdatedRows: 1n })
})
