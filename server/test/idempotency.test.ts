import {
  addSavedView,
  bookMyAppointment,
  type Call,
  calls,
  cancelMyAppointment,
  moveMyAppointment,
  removeSavedView,
  submitFeedback,
  uploadForm,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { deleteExpired } from '../src/clinic/retention/expired-rows.ts'
import { allRoutes, tableRules } from '../src/features.ts'
import { proofsIn } from './fresh-proofs.ts'
import { smallPdf } from './given.ts'
import { type TestUser, testApp } from './harness.ts'

const { given, as, send, owner, platform, database } = await testApp()

type Sent = { key?: string; params?: object; body?: object }
const ask = async (user: TestUser, call: Call, { key, ...args }: Sent) => {
  const { status, body } = await send(user, call, args, key ? { headers: { 'idempotency-key': key } } : {})
  return { status, body }
}
const key = () => crypto.randomUUID()
const start = '2032-03-10T15:00:00.000Z'
const later = '2032-03-10T15:30:00.000Z'

const countOf = async (table: string, project: string) => {
  const [row] = await owner<{ count: number }>(`select count(*)::int from ${table} where project_id = $1`, [project])
  return row?.count
}
const bookings = (project: string) =>
  owner("select from audit_events where action = 'appointment.book' and project_id = $1", [project])

test('a request that is sent again with its key is answered as before, and carried out once', async () => {
  const ana = await given.patient()
  const sent = { key: key(), body: { start } }

  const first = await ask(ana, bookMyAppointment, sent)
  expect(first).toMatchObject({ status: 200, body: { appointment: { start } } })
  expect(await ask(ana, bookMyAppointment, sent)).toEqual(first)

  expect(await countOf('appointments', ana.project)).toBe(1)
  expect(await bookings(ana.project)).toHaveLength(1)
  const [mails] = await owner<{ count: number }>('select count(*)::int from mail_outbox where patient_id = $1', [
    ana.id,
  ])
  expect(mails?.count).toBe(1)
})

test('without its key, or with another, it is another request', async () => {
  const ana = await given.patient()
  await ask(ana, bookMyAppointment, { key: key(), body: { start } })

  expect(await ask(ana, bookMyAppointment, { body: { start } })).toMatchObject({ status: 409 })
  expect(await ask(ana, bookMyAppointment, { key: key(), body: { start } })).toMatchObject({ status: 409 })
})

test('of several at once one is carried out, and all have its answer', async () => {
  const ana = await given.patient()
  const sent = { key: key(), body: { start } }

  const answers = await Promise.all([1, 2, 3, 4].map(() => ask(ana, bookMyAppointment, sent)))

  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  expect(await countOf('appointments', ana.project)).toBe(1)
})

test('what nothing else would keep from happening twice happens once', async () => {
  const nora = await given.staff('Nurse')
  const sent = { key: key(), body: { feedback_type: 'Performance', feedback_comments: 'Fast.', experience: 'happy' } }

  const answers = await Promise.all([1, 2].map(() => ask(nora, submitFeedback, sent)))
  await ask(nora, submitFeedback, sent)

  expect(answers.map(({ status }) => status)).toEqual([answers[0]?.status, answers[0]?.status])
  expect(await countOf('staff_feedback', nora.project)).toBe(1)
  await ask(nora, submitFeedback, { ...sent, key: key() })
  expect(await countOf('staff_feedback', nora.project)).toBe(2)
})

test('what is gone because of the first try is no “not found” to the second', async () => {
  const nora = await given.staff('Nurse')
  const { view_id } = await as(nora).call(addSavedView, { body: { name: 'Mine', filters: {} } })
  const sent = { key: key(), params: { view_id } }

  const first = await ask(nora, removeSavedView, sent)
  expect(first.status).toBe(200)
  expect(await ask(nora, removeSavedView, sent)).toEqual(first)
  expect(await ask(nora, removeSavedView, { params: sent.params })).toMatchObject({ status: 404 })
})

test('a key says nothing to anybody else, and nothing of another request', async () => {
  const ana = await given.patient()
  const bo = await given.patient(ana.project)
  const shared = key()
  const { body } = await ask(ana, bookMyAppointment, { key: shared, body: { start } })

  expect(await ask(bo, bookMyAppointment, { key: shared, body: { start } })).toMatchObject({ status: 409 })
  expect(await ask(ana, bookMyAppointment, { key: shared, body: { start: later } })).toMatchObject({
    status: 200,
    body: { appointment: { start: later } },
  })
  const ofOne = { key: shared, params: { id: body.appointment.id }, body: { start: '2032-03-10T17:00:00.000Z' } }
  const moved = await ask(ana, moveMyAppointment, ofOne)
  expect(moved.status).toBe(200)
  expect(await ask(ana, cancelMyAppointment, ofOne)).not.toEqual(moved)
})

test('nor of an upload with other fields', async () => {
  const ana = await given.patient()
  const headers = { 'idempotency-key': key() }
  const params = { key: ana.code }
  const sign = (purposes: string) =>
    send(
      ana,
      uploadForm,
      { params, body: { signature: 'Ana Rivera', purposes } },
      { headers, file: { name: 'Form', bytes: smallPdf() } },
    )

  const first = await sign('Treatment')
  expect(first.status).toBe(201)
  expect((await sign('Treatment')).body).toEqual(first.body)
  expect((await sign('Research')).body.file_id).not.toBe(first.body.file_id)
})

test('an upload without fields is answered by none that had fields', async () => {
  const ana = await given.patient()
  const headers = { 'idempotency-key': key() }
  const sign = (body?: object) =>
    send(
      ana,
      uploadForm,
      { params: { key: ana.code }, ...(body && { body }) },
      { headers, file: { name: 'Form', bytes: smallPdf() } },
    )
  const unsigned = await sign()
  expect(unsigned.status).toBe(400)
  expect((await sign({ signature: 'Ana Rivera', purposes: 'Treatment' })).status).toBe(201)
  expect(await sign()).toMatchObject({ status: 400, body: { fields: unsigned.body.fields } })
})

test('a form that was signed with a proof is not signed again, nor asked for another', async () => {
  const world = await testApp({ config: { freshProof: true } })
  const { mint, headersOf } = proofsIn(world.owner)
  const ana = await world.given.patient()
  const args = { params: { key: ana.code }, body: { signature: 'Ana Rivera', purposes: 'Treatment' } }
  const proof = headersOf(await mint(ana, uploadForm, args))
  const sign = (idempotency: string, of = args) =>
    world.send(ana, uploadForm, of, {
      headers: { ...proof, 'idempotency-key': idempotency },
      file: { name: 'Form', bytes: smallPdf() },
    })
  const same = key()
  const first = await sign(same)
  expect(first.status).toBe(201)
  expect(await sign(same)).toMatchObject({ status: 201, body: first.body })
  expect(await sign(key())).toMatchObject({ status: 403, body: { code: 'proof_required' } })
  const other = { ...args, body: { ...args.body, purposes: 'Research' } }
  expect(await sign(same, other)).toMatchObject({ status: 403, body: { code: 'proof_required' } })
})

test('what was refused is asked anew', async () => {
  const ana = await given.patient()
  const bo = await given.patient(ana.project)
  const taken = (await ask(bo, bookMyAppointment, { body: { start } })).body.appointment
  const sent = { key: key(), body: { start } }

  expect(await ask(ana, bookMyAppointment, sent)).toMatchObject({ status: 409 })
  await ask(bo, cancelMyAppointment, { params: { id: taken.id } })
  expect(await ask(ana, bookMyAppointment, sent)).toMatchObject({ status: 200 })
})

test('it is known as long as a draft of it may be resumed', async () => {
  const nora = await given.staff('Nurse')
  await ask(nora, addSavedView, { key: key(), body: { name: 'Mine', filters: {} } })
  const left = () => countOf('idempotency_keys', nora.project)
  const age = (minutes: number) =>
    owner('update idempotency_keys set created_at = now() - make_interval(mins => $2) where project_id = $1', [
      nora.project,
      minutes,
    ])

  await age(24 * 60 - 5)
  await deleteExpired(database, tableRules)
  expect(await left()).toBe(1)
  await age(24 * 60 + 5)
  await deleteExpired(database, tableRules)
  expect(await left()).toBe(0)
})

test.each(Object.entries(calls).filter(([, call]) => call.idempotent))(
  '%s changes something in one transaction, and its answer may be kept',
  (_, call) => {
    const route = allRoutes(platform).find((one) => one.call === call)
    expect(call.method).not.toBe('GET')
    expect(call.responseKind).toBe('json')
    expect(route?.many).toBeUndefined()
    expect(route?.read).toBeUndefined()
    const shape = JSON.stringify(z.toJSONSchema(call.response, { unrepresentable: 'any', io: 'input' }))
    expect(shape).not.toMatch(/token|secret|codes|ticket/)
  },
)
