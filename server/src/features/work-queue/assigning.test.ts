import {
  getAccessLog,
  getScreening,
  listColleagues,
  type QueueKind,
  type Right,
  reviewScreening,
  saveRights,
  sendEmail,
} from '@fornix/contract'
import pg from 'pg'
import { v7 as uuid } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import type { TestUser } from '../../../test/given.ts'
import { workQueueWorld } from '../../../test/work-queue-world.ts'

const { given, as, send, owner, url, section, counts, assign, setting, answer, claim, visitNow, requested } =
  await workQueueWorld()

const review = async (nora: TestUser, ana: TestUser, decision = 'cleared') => {
  const [newest] = (await as(nora).call(getScreening, { params: { key: ana.code } })).screenings
  return send(nora, reviewScreening, {
    params: { key: ana.code, screening_id: newest?.screening_id ?? '' },
    body: { decision, note: 'Ask for the card', signature: 'Nora Lindt' },
  })
}

test('work of another role, of no kind, of no id, and a visit are not found', async () => {
  const { ana, nora, adam } = await setting()
  await visitNow(ana)
  await answer(ana)
  await requested(ana)
  const screening = (await section(nora, 'screening'))?.items[0]?.id ?? ''
  const request = (await section(adam, 'request'))?.items[0]?.id ?? ''
  const visit = (await section(nora, 'visit'))?.items[0]?.id ?? ''

  const answers = [
    await assign(adam, 'screening', screening, { version: 0 }),
    await assign(nora, 'request', request, { version: 0 }),
    await assign(nora, 'visit', visit, { version: 0 }),
    await assign(nora, 'nothing', screening, { version: 0 }),
    await assign(nora, 'screening', 'x', { version: 0 }),
    await assign(nora, 'screening', uuid(), { version: 0 }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
})

test('somebody takes a piece of work, by a day; it is released when it is done', async () => {
  const { ana, nora } = await setting()
  await answer(ana)
  const { id = '' } = (await section(nora, 'screening'))?.items[0] ?? {}

  const taken = await assign(nora, 'screening', id, { assignee: nora.code, due_on: '2032-03-10', version: 0 })
  const agreed = { assignee: { provider_id: nora.code, name: 'Nora Lindt' }, due_on: '2032-03-10', version: 1 }
  expect(taken).toMatchObject({ status: 200, body: agreed })
  expect((await section(nora, 'screening', { mine: true }))?.items).toMatchObject([agreed])
  const { entries } = await as(ana).call(getAccessLog, { query: {} })
  expect(entries.map(({ what }) => what)).toContain('Assigned a task in your record')

  await review(nora, ana)
  expect((await section(nora, 'screening'))?.count).toBe(0)
  expect(await owner('select item_id from work_items where item_id = $1', [id])).toEqual([])
})

test('answers to be clarified are still work, and stay with whoever has them', async () => {
  const { ana, nora } = await setting()
  await answer(ana)
  const { id = '' } = (await section(nora, 'screening'))?.items[0] ?? {}
  await assign(nora, 'screening', id, { assignee: nora.code, version: 0 })
  await review(nora, ana, 'to_be_clarified')

  expect(await section(nora, 'screening')).toMatchObject({
    count: 1,
    items: [{ screening: 'to_be_clarified', assignee: { provider_id: nora.code } }],
  })
  await answer(ana)
  expect(await section(nora, 'screening')).toMatchObject({
    count: 1,
    items: [{ screening: 'waiting', assignee: null }],
  })
})

test('of two who take it at once the second is told, and overwrites nobody', async () => {
  const { ana, nora } = await setting()
  const omar = await given.staff('Nurse', ana.project)
  await answer(ana)
  const { id = '' } = (await section(nora, 'screening'))?.items[0] ?? {}
  await assign(nora, 'screening', id, { assignee: nora.code, version: 0 })

  const late = await assign(omar, 'screening', id, { assignee: omar.code, version: 0 })
  expect(late).toMatchObject({
    status: 409,
    body: { code: 'stale', current: { assignee: { provider_id: nora.code } } },
  })
  const released = await assign(omar, 'screening', id, { assignee: '', due_on: '', version: 1 })
  expect(released.body).toEqual({ assignee: null, due_on: null, version: 2 })
  expect((await assign(nora, 'screening', id, { assignee: nora.code, version: 1 })).status).toBe(409)
})

test('work goes only to living colleagues of the project whose work it is', async () => {
  const { ana, nora, adam } = await setting()
  const stranger = await given.staff('Nurse')
  await answer(ana)
  const { id = '' } = (await section(nora, 'screening'))?.items[0] ?? {}

  for (const key of [adam.code, stranger.code, ana.code, 'nobody'])
    expect(await assign(nora, 'screening', id, { assignee: key, version: 0 })).toMatchObject({
      status: 400,
      body: { fields: { assignee: 'Please choose a colleague who can do this' } },
    })
  expect(await assign(nora, 'screening', id, { due_on: 'soon', version: 0 })).toMatchObject({
    status: 400,
    body: { fields: { due_on: 'Please give a day as YYYY-MM-DD' } },
  })
  const { colleagues } = await as(nora).call(listColleagues, {})
  expect(colleagues.map(({ provider_id }) => provider_id).sort()).toEqual([nora.code, adam.code].sort())
})

test('work of a colleague who was deleted is free again', async () => {
  const { ana, nora } = await setting()
  const omar = await given.staff('Nurse', ana.project)
  await answer(ana)
  const { id = '' } = (await section(nora, 'screening'))?.items[0] ?? {}
  await assign(nora, 'screening', id, { assignee: omar.code, version: 0 })
  await owner('update providers set deleted_at = now() where provider_id = $1', [omar.id])

  expect((await section(nora, 'screening'))?.items).toMatchObject([{ assignee: null, version: 1 }])
})

const withhold = (adam: TestUser, ...rights: Right[]) =>
  as(adam).call(saveRights, { body: { withheld: { Nurse: rights }, two_person_amount: null } })
const failedMail = async (user: TestUser, ana: TestUser) => {
  const body = { to_email: ana.email, subject: 'First', message: 'Dear Ana' }
  await as(user).call(sendEmail, { params: { key: ana.code }, body })
  await owner("update mail_outbox set status = 'failed' where patient_id = $1 and subject = 'First'", [ana.id])
}

test.each<[QueueKind, Right]>([
  ['screening', 'see_medical'],
  ['reimbursement', 'decide_money'],
  ['mail', 'send_email'],
])('work of the kind %s is nobody’s from whose role “%s” is withheld', async (kind, right) => {
  const { ana, nora, adam } = await setting()
  const tom = await given.staff('MRI-Tech', ana.project)
  await answer(ana)
  await claim(ana)
  await failedMail(tom, ana)
  const { id = '' } = (await section(nora, kind))?.items[0] ?? {}
  await assign(tom, kind, id, { assignee: nora.code, due_on: '2032-03-10', version: 0 })
  expect((await section(tom, kind))?.items).toMatchObject([{ assignee: { provider_id: nora.code } }])

  await withhold(adam, right)
  const { [kind]: _, ...others } = await counts(tom)
  expect(await counts(nora)).toEqual(right === 'see_medical' ? { ...others, message: undefined } : others)
  expect(await section(nora, kind, { all: kind })).toBeUndefined()
  expect(await section(nora, kind, { mine: 'true' })).toBeUndefined()
  expect((await section(tom, kind))?.items).toMatchObject([{ assignee: null, due_on: '2032-03-10', version: 1 }])
  expect((await assign(nora, kind, id, { assignee: nora.code, version: 1 })).status).toBe(404)
  expect(await assign(tom, kind, id, { assignee: nora.code, version: 1 })).toMatchObject({
    status: 400,
    body: { fields: { assignee: 'Please choose a colleague who can do this' } },
  })
  const { colleagues } = await as(tom).call(listColleagues, {})
  const who = colleagues.filter(({ kinds }) => kinds.includes(kind)).map(({ provider_id }) => provider_id)
  expect(who.sort()).toEqual([tom.code, ...(kind === 'screening' ? [] : [adam.code])].sort())

  await withhold(adam)
  expect((await section(nora, kind, { mine: 'true' }))?.count).toBe(1)
})

test('work of a colleague whose new role may not do it is free again', async () => {
  const { ana, nora } = await setting()
  const omar = await given.staff('Nurse', ana.project)
  await answer(ana)
  const { id = '' } = (await section(nora, 'screening'))?.items[0] ?? {}
  await assign(nora, 'screening', id, { assignee: omar.code, version: 0 })
  await owner("update providers set role = 'Admin' where provider_id = $1", [omar.id])
  expect((await section(nora, 'screening'))?.items).toMatchObject([{ assignee: null, version: 1 }])
})

test('open pages are told when work comes, is taken and is done', async () => {
  const { ana, nora } = await setting()
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  let told = 0
  client.on('notification', ({ payload }) => {
    if (payload === ana.project) told++
  })
  await client.query('listen fornix_live')

  await answer(ana)
  await expect.poll(() => told).toBe(1)
  const { id = '' } = (await section(nora, 'screening'))?.items[0] ?? {}
  await assign(nora, 'screening', id, { assignee: nora.code, version: 0 })
  await expect.poll(() => told).toBe(2)
  await review(nora, ana)
  await expect.poll(() => told).toBe(3)
})
