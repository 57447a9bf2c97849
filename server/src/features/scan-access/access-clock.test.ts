import {
  approveScanRequest,
  dayMs,
  declineScanRequest,
  extendScanRequest,
  getAdminProfile,
  getWorkQueue,
  hourMs,
  isDenial,
  listMyScans,
  listNews,
  listNotifications,
  type RefusalGround,
  refusalGroundNames,
  requestAccess,
  siteDay,
} from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import { authorizationIn } from '../../../test/authorization.ts'
import type { TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'
import { remindOfRequests } from './remind-admins.ts'

const { as, given, send, owner, platform, mailsTo } = await testApp()

/** This many days from today at the site. */
const dayIn = (days: number) => {
  const today = Date.parse(siteDay(new Date(), 'America/New_York'))
  return new Date(today + days * dayMs).toISOString().slice(0, 10)
}
const { requested: request } = authorizationIn({ as, given })
const requested = async () => {
  const ana = await given.patient(undefined, { first_name: 'Ana', last_name: 'Rivera' })
  return { ana, adam: await given.staff('Admin', ana.project), uid: await request(ana) }
}
const reason = 'The scanner’s company still has to send them'
const of = ({ email }: TestUser, studyId: string) => ({
  body: { email, studyId, reason, ground: 'not_held' as const },
})
const waiting = async (adam: TestUser) => (await as(adam).call(getAdminProfile, { body: {} })).admin.pending_requests
const scan = async (ana: TestUser) =>
  (await as(ana).call(listMyScans, { params: { key: ana.code }, query: {} })).scans[0]
const dueIn = (uid: string, days: number) =>
  owner('update access_requests set due_on = $2 where study_id = (select study_id from studies where study_uid = $1)', [
    uid,
    dayIn(days),
  ])
const requestNews = async ({ ana, adam }: { ana: TestUser; adam: TestUser }) => {
  const query = { item_type: 'request' as const }
  const { notifications } = await as(adam).call(listNotifications, { params: { provider_id: adam.code }, query })
  return notifications.filter(({ patient_id }) => patient_id === ana.code).map(({ note }) => note)
}

test('a request is to be answered within 30 days of the site, which its patient and the admins read', async () => {
  const { ana, adam, uid } = await requested()
  expect(await waiting(adam)).toMatchObject([{ studyId: uid, due_on: dayIn(30), days_left: 30, is_extended: false }])
  expect(await scan(ana)).toMatchObject({ answer_by: dayIn(30), is_late: false, extension_reason: '', ground: null })
  await dueIn(uid, 0)
  expect(await scan(ana)).toMatchObject({ is_late: false })
  await dueIn(uid, -1)
  expect(await scan(ana)).toMatchObject({ answer_by: dayIn(-1), is_late: true })
  expect(await waiting(adam)).toMatchObject([{ days_left: -1 }])
  await as(adam).call(approveScanRequest, of(ana, uid))
  expect(await scan(ana)).toMatchObject({ answer_by: null, is_late: false })
})

test('a request whose program knows no clock has one, by the day of its site', async () => {
  const { ana } = await requested()
  await owner(
    `insert into access_requests (project_id, request_id, patient_id, study_id, form_file_id, status, requested_at, decided_at)
     select project_id, gen_random_uuid(), patient_id, study_id, form_file_id, 'declined', '2026-03-01T02:00:00Z', now()
       from access_requests where patient_id = $1`,
    [ana.id],
  )
  const [old] = await owner(
    `select due_on::text as due_on from access_requests where patient_id = $1 and status = 'declined'`,
    [ana.id],
  )
  expect(old).toEqual({ due_on: '2026-03-30' })
})

test('an answer is put off once, by 30 days, and its patient reads why in the portal and not in the email', async () => {
  const { ana, adam, uid } = await requested()
  await dueIn(uid, 0)
  expect((await send(adam, extendScanRequest, { body: { ...of(ana, uid).body, reason: ' ' } })).status).toBe(400)
  await as(adam).call(extendScanRequest, of(ana, uid))

  expect(await waiting(adam)).toMatchObject([{ due_on: dayIn(30), days_left: 30, is_extended: true }])
  expect(await scan(ana)).toMatchObject({ request_status: 'pending', answer_by: dayIn(30), extension_reason: reason })
  const mail = (await mailsTo(ana.email)).at(-1)
  expect(mail).toMatchObject({ subject: expect.stringMatching(/^About your access request · /) })
  expect(mail?.body.replace(/http\S+/g, '')).not.toMatch(/scan|company|image/i)
  const { news } = await as(ana).call(listNews, { query: {} })
  expect(news).toMatchObject([{ kind: 'access', status: 'extended' }, { kind: 'images' }])
  const [row] = await owner(`select actor_id from audit_events where action = 'access.extend' and patient_id = $1`, [
    ana.id,
  ])
  expect(row).toMatchObject({ actor_id: adam.id })

  expect(await send(adam, extendScanRequest, of(ana, uid))).toMatchObject({ status: 409, body: { code: 'extended' } })
  expect(await waiting(adam)).toMatchObject([{ due_on: dayIn(30) }])
  await as(adam).call(declineScanRequest, of(ana, uid))
  expect(await scan(ana)).toMatchObject({ request_status: 'declined', ground: 'not_held', reason })
})

test('after its day, once it is decided, and by anybody but admins of the project an answer is not put off', async () => {
  const { ana, adam, uid } = await requested()
  const [nora, far] = [await given.staff('Nurse', ana.project), await given.staff('Admin')]
  expect((await send(nora, extendScanRequest, of(ana, uid))).status).toBe(403)
  expect((await send(ana, extendScanRequest, of(ana, uid))).status).toBe(403)
  expect((await send(far, extendScanRequest, of(ana, uid))).status).toBe(404)
  await dueIn(uid, -1)
  expect(await send(adam, extendScanRequest, of(ana, uid))).toMatchObject({ status: 409, body: { code: 'overdue' } })
  await dueIn(uid, 3)
  await as(adam).call(declineScanRequest, of(ana, uid))
  expect(await send(adam, extendScanRequest, of(ana, uid))).toMatchObject({
    status: 409,
    body: { code: 'not_pending' },
  })
  expect(await scan(ana)).toMatchObject({ request_status: 'declined', extension_reason: '' })
})

describe('a request that is made again after a decline', () => {
  const again = async (ground: RefusalGround, { due = 1, later = 0, extended = false } = {}) => {
    const { ana, adam, uid } = await requested()
    await dueIn(uid, due)
    if (extended) {
      await as(adam).call(extendScanRequest, of(ana, uid))
      await dueIn(uid, due)
    }
    await as(adam).call(declineScanRequest, { body: { ...of(ana, uid).body, ground } })
    // Days at the site: the clocks may have changed in between.
    const moved = (at: string) =>
      `${at} = (${at} at time zone p.time_zone - make_interval(days => $2)) at time zone p.time_zone`
    await owner(
      `update access_requests set ${moved('requested_at')}, ${moved('decided_at')}, due_on = due_on - $2::int
         from projects p where p.project_id = access_requests.project_id and patient_id = $1`,
      [ana.id, later],
    )
    await as(ana).call(requestAccess, { body: { studyId: uid } })
    return { ana, adam, uid, row: (await waiting(adam))[0] }
  }

  test.each(refusalGroundNames)('on %s has the days that were left, unless that was a denial', async (ground) => {
    const { row } = await again(ground)
    expect(row).toMatchObject({ days_left: isDenial(ground) ? 30 : 1, is_extended: false })
  })

  test('goes on where its clock stopped: the days between lay with the patient', async () => {
    expect((await again('form_incomplete', { due: 4, later: 90 })).row).toMatchObject({ days_left: 4 })
    expect((await again('form_signer', { due: -2, later: 90 })).row).toMatchObject({ days_left: -2 })
  })

  test('is put off once with the one before', async () => {
    const { ana, adam, uid, row } = await again('not_held', { due: 9, extended: true })
    expect(row).toMatchObject({ days_left: 9, is_extended: true })
    expect(await send(adam, extendScanRequest, of(ana, uid))).toMatchObject({ status: 409, body: { code: 'extended' } })
    expect(await scan(ana)).toMatchObject({ extension_reason: reason, is_extended: true })
  })
})

test('what is due first comes first, in the list and among the work that waits', async () => {
  const { ana, adam, uid } = await requested()
  const urgent = await request(ana)
  await dueIn(urgent, 2)
  expect((await waiting(adam)).map(({ studyId }) => studyId)).toEqual([urgent, uid])
  const { sections, time_zone } = await as(adam).call(getWorkQueue, { query: {} })
  const { items = [] } = sections.find(({ kind }) => kind === 'request') ?? {}
  expect(items.map(({ until }) => siteDay(until ?? '', time_zone))).toEqual([dayIn(2), dayIn(30)])
})

test('admins are reminded 15, 5 and 1 days before and on the day after, once each, whoever looks when', async () => {
  const world = await requested()
  const { ana, adam } = world
  const [nora, far] = [await given.staff('Nurse', ana.project), await requested()]
  await owner('update patients set physician_id = $1 where patient_id = $2', [nora.id, ana.id])
  await dueIn(far.uid, 400)
  const mails = async () =>
    (await mailsTo(adam.email)).filter(({ subject }) => subject.startsWith('Requests for scans'))
  /** At 9 or 10 AM at the site, this many days before the last one. */
  const lookAt = async (daysBefore: number, hour = 14) => {
    const now = new Date(Date.parse(dayIn(30)) - daysBefore * dayMs + hour * hourMs)
    await Promise.all([remindOfRequests(platform, now), remindOfRequests(platform, now)])
    return [(await requestNews(world)).length - 1, (await mails()).length]
  }
  const atMidnight = 9
  expect(await lookAt(16)).toEqual([0, 0])
  expect(await lookAt(15, atMidnight)).toEqual([0, 0])
  expect(await lookAt(15)).toEqual([1, 1])
  expect(await lookAt(14)).toEqual([1, 1])
  expect(await lookAt(5)).toEqual([2, 2])
  expect(await lookAt(1)).toEqual([3, 3])
  expect(await lookAt(0)).toEqual([3, 3])
  expect(await lookAt(-1)).toEqual([4, 4])
  expect(await lookAt(-9)).toEqual([4, 4])

  expect(await requestNews(world)).toEqual([
    expect.stringMatching(/, and is overdue$/),
    expect.stringMatching(/: 1 day left$/),
    expect.stringMatching(/: 5 days left$/),
    expect.stringMatching(/: 15 days left$/),
    '',
  ])
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    ...Array.from({ length: 3 }, () => 'Requests for scans need an answer'),
    'Requests for scans are overdue',
  ])
  for (const { body } of await mails()) expect(body).not.toMatch(/Ana|Rivera|P-/)
  expect(await requestNews({ ana, adam: nora })).toEqual([''])
  expect(await mailsTo(nora.email)).toEqual([])
  expect(await requestNews(far)).toEqual([''])
})

test('a portal that was down reminds once of what is due soonest; after an extension reminders begin anew', async () => {
  const world = await requested()
  const { ana, adam, uid } = world
  const lookNow = () => remindOfRequests(platform, new Date(Date.parse(`${dayIn(0)}T16:00:00Z`)))
  await dueIn(uid, 4)
  await lookNow()
  await lookNow()
  expect(await requestNews(world)).toEqual([expect.stringMatching(/: 4 days left$/), ''])
  await as(adam).call(extendScanRequest, of(ana, uid))
  await lookNow()
  expect(await requestNews(world)).toHaveLength(2)
  await dueIn(uid, 15)
  await lookNow()
  expect(await requestNews(world)).toHaveLength(3)
  await dueIn(uid, 1)
  await as(adam).call(declineScanRequest, of(ana, uid))
  await lookNow()
  expect(await requestNews(world)).toHaveLength(3)
})
