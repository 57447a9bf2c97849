import { listNotifications, readAllNotifications, readNotification, undoReadNotifications } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { type TestUser, testApp } from '../../../test/harness.ts'

const { given, as, send, owner } = await testApp()
const happened = async (patient: TestUser, item_type: string, times = 1) => {
  for (let n = 0; n < times; n++)
    await owner(
      'insert into notifications (project_id, notification_id, item_type, patient_id, item_id) values ($1, $2, $3, $4, $5)',
      [patient.project, uuid(), item_type, patient.id, `${item_type} ${n}`],
    )
}
const list = (user: TestUser, query = {}, provider_id = user.code) =>
  as(user).call(listNotifications, { params: { provider_id }, query })
const setting = async () => {
  const nora = await given.staff('Physician')
  const ana = await given.patient(nora.project, { first_name: 'Ana', last_name: 'de la Cruz' })
  await owner('update patients set physician_id = $1 where patient_id = $2', [nora.id, ana.id])
  await happened(ana, 'file', 2)
  await happened(ana, 'scan')
  await happened(ana, 'request', 9)
  return { nora, ana }
}

test('the newest come first, with whose they are, and all unread are counted', async () => {
  const { nora, ana } = await setting()

  const { notifications, ...totals } = await list(nora)

  expect(totals).toEqual({
    count: 12,
    counts: { file: 2, scan: 1, request: 9, special_care: 0, rights: 0 },
    newest: notifications[0]?.id,
    total: 12,
    total_pages: 2,
  })
  expect(notifications).toHaveLength(10)
  expect(notifications[0]).toMatchObject({
    item_type: 'request',
    item_id: 'request 8',
    patient_name: 'Ana de la Cruz',
    patient_id: ana.code,
    read: false,
  })
  expect((await list(nora, { page: 2 }, nora.id)).notifications.map(({ item_id }) => item_id)).toEqual([
    'file 1',
    'file 0',
  ])
})

test('a filter narrows the list, not the count of unread', async () => {
  const { nora } = await setting()

  expect(await list(nora, { item_type: 'file' })).toMatchObject({
    count: 12,
    counts: { file: 2, scan: 1, request: 9, special_care: 0, rights: 0 },
    total: 2,
    notifications: [{ item_type: 'file' }, {}],
  })
  for (const item_type of ['All', '']) expect((await list(nora, { item_type })).total).toBe(12)
  expect(
    (await send(nora, listNotifications, { params: { provider_id: nora.code }, query: { item_type: 'mail' } })).status,
  ).toBe(400)
})

test('a page past the end is empty and still counts', async () => {
  const { nora } = await setting()

  expect(await list(nora, { page: 7 })).toMatchObject({ notifications: [], count: 12, total: 12, total_pages: 2 })
  expect(await list(await given.staff('Nurse'))).toMatchObject({
    notifications: [],
    count: 0,
    total: 0,
    total_pages: 1,
  })
})

test('reading all is only for oneself, can be repeated, and what comes later is unread', async () => {
  const { nora, ana } = await setting()
  const otto = await given.staff('Physician', nora.project)
  const readAll = () => as(nora).call(readAllNotifications, { params: { provider_id: nora.code } })
  await readAll()
  await readAll()
  await happened(ana, 'scan')

  const mine = await list(nora)
  expect(mine.count).toBe(1)
  expect(mine.notifications.map(({ read }) => read).slice(0, 3)).toEqual([false, true, true])
  expect((await list(otto)).count).toBe(4)
})

test('what came after the list that somebody saw stays unread, whatever kind it was narrowed to', async () => {
  const { nora, ana } = await setting()
  const params = { provider_id: nora.code }
  const { newest, notifications } = await list(nora, { item_type: 'file' })
  expect((await list(nora)).notifications[0]?.id).toBe(newest)
  expect(notifications[0]?.id).not.toBe(newest)
  await happened(ana, 'scan')
  const readThrough = (through: string) => as(nora).call(readAllNotifications, { params, query: { through } })
  await readThrough(newest ?? '')
  expect((await list(nora)).count).toBe(1)
  // An older position never undoes anything, and a future one marks only what exists.
  await readThrough('00000000-0000-7000-8000-000000000000')
  expect((await list(nora)).count).toBe(1)
  await readThrough('ffffffff-ffff-7fff-bfff-ffffffffffff')
  await happened(ana, 'scan')
  expect((await list(nora)).count).toBe(1)
})

test('what was marked as read by mistake is unread again, and what had been read before stays read', async () => {
  const { nora, ana } = await setting()
  const params = { provider_id: nora.code }
  const readAll = () => as(nora).call(readAllNotifications, { params })
  const undo = (read_before: string) => as(nora).call(undoReadNotifications, { params, body: { read_before } })
  const first = await readAll()
  await undo(first.read_before)
  expect((await list(nora)).count).toBe(12)

  await readAll()
  await happened(ana, 'scan')
  const second = await readAll()
  await undo(second.read_before)
  expect((await list(nora)).count).toBe(1)
  await undo('ffffffff-ffff-ffff-ffff-ffffffffffff')
  expect((await list(nora)).count).toBe(1)
})

test('one is marked as read, for oneself only, and stays so when all are read and unread again', async () => {
  const { nora, ana } = await setting()
  const otto = await given.staff('Physician', nora.project)
  const params = { provider_id: nora.code }
  const files = async (reader: TestUser) => (await list(reader, { item_type: 'file' })).notifications
  const file = (await files(nora))[0]?.id ?? ''
  const readOne = (id: string) => as(nora).call(readNotification, { params, body: { id } })
  await readOne(file)
  await readOne(file)
  expect((await list(nora)).count).toBe(11)
  expect((await files(nora)).map(({ read }) => read)).toEqual([true, false])
  expect((await list(otto)).count).toBe(3)

  const { read_before } = await as(nora).call(readAllNotifications, { params })
  await as(nora).call(undoReadNotifications, { params, body: { read_before } })
  expect((await list(nora)).count).toBe(11)
  const marks = () => owner('select notification_id from notification_reads where provider_id = $1', [nora.id])
  await readOne(uuid())
  expect(await marks()).toEqual([{ notification_id: file }])

  // Undoing it, also after one that came later was read, leaves read what had been.
  const { read_before: start } = await as(nora).call(readAllNotifications, { params })
  await happened(ana, 'scan')
  const newest = (await list(nora)).notifications[0]?.id ?? ''
  await readOne(newest)
  expect((await list(nora)).count).toBe(0)
  await as(nora).call(undoReadNotifications, { params, body: { read_before: start } })
  expect((await list(nora)).count).toBe(11)

  // Another window may read all meanwhile.
  const { read_before: first } = await as(nora).call(readAllNotifications, { params })
  await as(nora).call(readAllNotifications, { params })
  await as(nora).call(undoReadNotifications, { params, body: { read_before: first } })
  expect((await list(nora)).count).toBe(11)

  // What a cursor covers needs no mark once nobody can undo it.
  await as(nora).call(readAllNotifications, { params })
  await owner("update notification_reads set read_at = now() - interval '2 days' where provider_id = $1", [nora.id])
  await as(nora).call(readAllNotifications, { params })
  expect(await marks()).toEqual([])
})

test('who asks for access is told to admins and to the physician of the patient, and to nobody else', async () => {
  const { nora, ana } = await setting()
  const counts = async (user: TestUser) => (await list(user)).counts

  for (const reader of [nora, await given.staff('Admin', ana.project), await given.staff('SuperAdmin', ana.project)])
    expect(await counts(reader)).toEqual({ file: 2, scan: 1, request: 9, special_care: 0, rights: 0 })
  for (const role of ['Physician', 'MRI-Tech', 'Nurse'] as const) {
    const reader = await given.staff(role, ana.project)
    expect(await counts(reader)).toEqual({ file: 2, scan: 1, request: 0, special_care: 0, rights: 0 })
    expect(await list(reader, { item_type: 'request' })).toMatchObject({ count: 3, notifications: [], total: 0 })
  }
})

test('nobody reads those of another provider, but an admin may look', async () => {
  const { nora } = await setting()
  const otto = await given.staff('Physician', nora.project)
  const admin = await given.staff('Admin', nora.project)
  const far = await given.staff('SuperAdmin')

  expect((await list(admin, {}, nora.code)).count).toBe(12)
  for (const [user, id] of [
    [otto, nora.code],
    [otto, nora.id],
    [far, nora.code],
    [admin, far.code],
    [nora, 'S-NOBODY'],
  ] as const)
    expect((await send(user, listNotifications, { params: { provider_id: id } })).status).toBe(404)
  for (const user of [otto, admin, far])
    expect(
      await Promise.all([
        send(user, readAllNotifications, { params: { provider_id: nora.code } }),
        send(user, readNotification, { params: { provider_id: nora.code }, body: { id: nora.id } }),
        send(user, undoReadNotifications, { params: { provider_id: nora.code }, body: { read_before: nora.id } }),
      ]),
    ).toMatchObject([{ status: 404 }, { status: 404 }, { status: 404 }])
  expect((await list(nora)).count).toBe(12)
})

test('what concerns a deleted patient is gone', async () => {
  const { nora, ana } = await setting()

  await owner('update patients set deleted_at = now() where patient_id = $1', [ana.id])

  expect(await list(nora)).toMatchObject({ notifications: [], count: 0, total: 0, total_pages: 1 })
})

test('patients and cookies have no notifications', async () => {
  const { nora, ana } = await setting()
  const params = { provider_id: nora.code }

  expect((await send(ana, listNotifications, { params })).status).toBe(403)
  const cookies = { 'fornix-operator': nora.refreshToken }
  expect((await send(null, readAllNotifications, { params }, { cookies })).status).toBe(401)
})
