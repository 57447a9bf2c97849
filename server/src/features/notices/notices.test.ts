import {
  addMyReimbursement,
  answerThread,
  approveScanRequest,
  askToCloseAccount,
  bookAppointment,
  bookMyAppointment,
  cancelAppointment,
  cancelMyAppointment,
  dayMs,
  declineClosure,
  declineScanRequest,
  emailChoices,
  extendScanRequest,
  getNotices,
  listMyReimbursements,
  listNews,
  moveAppointment,
  moveMyAppointment,
  type NoticeKind,
  noticeKinds,
  noticeRules,
  pushChoices,
  releaseMeasurementReport,
  requestAccess,
  revokeScanAccess,
  type SavedNotices,
  saveMeasurementReport,
  saveNotices,
  sendEmail,
  startMyThread,
  updateReimbursement,
  uploadDocument,
} from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { authorizationIn } from '../../../test/authorization.ts'
import { smallPdf } from '../../../test/given.ts'
import { imagingApp } from '../../../test/imaging-world.ts'
import { measuredIn } from '../../../test/measured.ts'
import { assignStudyTo } from '../../clinic/imaging/archive/reconcile.ts'
import { projectId, staffScope } from '../../platform/database/scope.ts'
import { remindDue } from '../appointments/reminders.ts'

const { given, as, send, owner, mailsTo, platform, database, imaging } = await imagingApp()
const { requested } = authorizationIn({ as, given })

const setting = async () => {
  const ana = await given.patient()
  const [nora, adam] = [await given.staff('Nurse', ana.project), await given.staff('Admin', ana.project)]
  return { ana, nora, adam }
}
type Setting = Awaited<ReturnType<typeof setting>>

const start = '2032-03-10T16:00:00.000Z'
const later = '2032-03-10T17:00:00.000Z'
const file = { name: 'a.pdf', bytes: smallPdf() }
const openScan = async ({ ana, adam }: Setting) => {
  const studyId = await requested(ana)
  const named = { email: ana.email, firstname: 'Ana', lastname: 'Rivera', studyId }
  const scan = { body: { ...named, reason: 'No form', ground: 'form_incomplete' as const } }
  return {
    extend: () => as(adam).call(extendScanRequest, scan),
    decline: () => as(adam).call(declineScanRequest, scan),
    approve: () => as(adam).call(approveScanRequest, scan),
    revoke: () => as(adam).call(revokeScanAccess, scan),
    askAgain: () => as(ana).call(requestAccess, { body: { studyId } }),
  }
}

/** For each kind all that leads to it, after what it needs; how many emails that is. */
const causes: Record<NoticeKind, { emails: number; cause: (at: Setting) => Promise<() => Promise<unknown>> }> = {
  messages: {
    emails: 1,
    cause: async ({ ana, nora }) => {
      const body = { id: uuid(), subject: 'Question', text: 'May I eat?' }
      const { thread_id: thread } = await as(ana).call(startMyThread, { body })
      return () => as(nora).call(answerThread, { params: { thread }, body: { id: uuid(), text: 'Yes' } })
    },
  },
  reminders: {
    emails: 1,
    cause: async ({ ana }) => {
      await as(ana).call(bookMyAppointment, { body: { start } })
      return () => remindDue(platform, new Date(Date.parse(start) - dayMs))
    },
  },
  visits: {
    emails: 3,
    cause:
      async ({ ana, nora }) =>
      async () => {
        const key = ana.code
        const { appointment } = await as(nora).call(bookAppointment, { params: { key }, body: { start } })
        const params = { key, id: appointment.id }
        await as(nora).call(moveAppointment, { params, body: { start: later } })
        await as(nora).call(cancelAppointment, { params })
      },
  },
  own_visits: {
    emails: 3,
    cause:
      async ({ ana }) =>
      async () => {
        const { appointment } = await as(ana).call(bookMyAppointment, { body: { start } })
        const params = { id: appointment.id }
        await as(ana).call(moveMyAppointment, { params, body: { start: later } })
        await as(ana).call(cancelMyAppointment, { params })
      },
  },
  requests: {
    emails: 3,
    cause: async (at) => {
      const { extend, decline, approve, askAgain } = await openScan(at)
      return async () => {
        await extend()
        await decline()
        await askAgain()
        await approve()
      }
    },
  },
  access_ended: {
    emails: 1,
    cause: async (at) => {
      const { approve, revoke } = await openScan(at)
      await approve()
      return revoke
    },
  },
  images: {
    emails: 0,
    cause: async ({ ana }) => {
      const uid = await given.study({ project: ana.project })
      const [study] = await owner<{ study_id: string }>('select study_id from studies where study_uid = $1', [uid])
      const scope = staffScope(projectId(ana.project))
      return () => database.scoped(scope, (db) => assignStudyTo(db, study!.study_id, ana.id))
    },
  },
  reports: {
    emails: 1,
    cause: async (at) => {
      const otto = await given.staff('Physician', at.ana.project)
      const scan = await imaging.stored({ project: at.ana.project, patient: at.ana.id })
      await imaging.opened(at.ana, at.adam, scan.study)
      const [params, body] = [{ study: scan.study }, { shapes: measuredIn(scan) }]
      const { report_id } = await as(otto).call(saveMeasurementReport, { params, body })
      return () =>
        as(otto).call(releaseMeasurementReport, { params: { ...params, report_id }, body: { patient: at.ana.code } })
    },
  },
  files: {
    emails: 0,
    cause:
      async ({ ana, nora }) =>
      () =>
        as(nora).call(uploadDocument, { params: { key: ana.code } }, { file }),
  },
  claims: {
    emails: 1,
    cause: async ({ ana, nora }) => {
      await as(ana).call(addMyReimbursement, { body: { amount: '48', description: 'Taxi' } }, { file })
      const { reimbursements } = await as(ana).call(listMyReimbursements, { params: { key: ana.code } })
      const params = { id: reimbursements[0]!.id }
      return () => as(nora).call(updateReimbursement, { params, body: { status: 'On Hold', comment: 'Which taxi?' } })
    },
  },
  account: {
    emails: 1,
    cause: async ({ ana, adam }) => {
      const { closure } = await as(ana).call(askToCloseAccount, { body: { reason: '' } })
      const body = { request_id: closure!.request_id, answer: 'Not yet' }
      return () => as(adam).call(declineClosure, { params: { key: ana.code }, body })
    },
  },
}

const everything = { email_off: emailChoices, push_on: pushChoices }
/** A browser that a test only looks at. */
const subscribed = ({ ana }: Setting) =>
  owner(
    `insert into push_subscriptions (project_id, patient_id, subscription_id, login_id, family_id, endpoint, p256dh, auth)
     values ($1, $2, $3, $4, $5, 'https://fcm.googleapis.com/fcm/send/x', '', '')`,
    [ana.project, ana.id, uuid(), ana.login, ana.session],
  )
const unsent = async ({ ana }: Setting) =>
  (await owner<{ unsent: number }>('select unsent from push_subscriptions where patient_id = $1', [ana.id]))[0]?.unsent

/** What came of a cause: emails, and whether there is something for the browsers. */
const outcome = async (kind: NoticeKind, choices: typeof everything) => {
  const at = await setting()
  const act = await causes[kind].cause(at)
  await subscribed(at)
  await as(at.ana).call(saveNotices, { body: choices })
  const before = (await mailsTo(at.ana.email)).length
  await act()
  return { emails: (await mailsTo(at.ana.email)).length - before, isPushed: (await unsent(at))! > 0 }
}

test.each(noticeKinds)('%s: emails are on and push is off until the patient chooses otherwise', async (kind) => {
  expect(await outcome(kind, { email_off: [], push_on: [] })).toEqual({
    emails: causes[kind].emails,
    isPushed: false,
  })
})

test.each(noticeKinds)('%s: turned off, only the emails that always leave do, and push says so', async (kind) => {
  const { email, push } = noticeRules[kind]
  expect(await outcome(kind, everything)).toEqual({
    emails: email === 'always' ? causes[kind].emails : 0,
    isPushed: push === 'choice',
  })
})

test.each(emailChoices)('%s is one switch: every other one leaves it alone', async (kind) => {
  const others = { email_off: emailChoices.filter((one) => one !== kind), push_on: [] }
  expect(await outcome(kind, others)).toMatchObject({ emails: causes[kind].emails })
})

test('the bell still counts what no email says', async () => {
  const at = await setting()
  await as(at.ana).call(saveNotices, { body: everything })
  await (await causes.claims.cause(at))()
  await (await causes.visits.cause(at))()
  expect(await as(at.ana).call(listNews, { query: {} })).toMatchObject({
    unread: 2,
    news: [
      { kind: 'visit', about: '20320310', status: 'cancelled' },
      { kind: 'claim', about: 'Taxi', status: 'On Hold' },
    ],
  })
})

test('a reminder is among what is new for as long as its visit stands', async () => {
  const at = await setting()
  await (await causes.reminders.cause(at))()
  expect(await as(at.ana).call(listNews, { query: {} })).toMatchObject({
    news: [{ kind: 'reminder', about: '20320310' }],
  })
  const [visit] = await owner<{ id: string }>('select appointment_id as id from appointments where patient_id = $1', [
    at.ana.id,
  ])
  await as(at.ana).call(cancelMyAppointment, { params: { id: visit!.id } })
  expect(await as(at.ana).call(listNews, { query: {} })).toMatchObject({ news: [] })
})

test('what staff write leaves, whatever is turned off', async () => {
  const { ana, nora } = await setting()
  await as(ana).call(saveNotices, { body: everything })
  const body = { to_email: ana.email, subject: 'Parking', message: 'Behind the house', attachments: '[]' }
  await as(nora).call(sendEmail, { params: { key: ana.code }, body: body as never })
  expect(await mailsTo(ana.email)).toMatchObject([{ subject: 'Parking' }])
})

test('choices are kept, are of one record, and never name what cannot be chosen', async () => {
  const { ana, nora } = await setting()
  const ben = await given.patient(ana.project)
  const mine = { email_off: ['claims' as const], push_on: ['messages' as const] }
  await as(ana).call(saveNotices, { body: mine })
  expect(await as(ana).call(getNotices, {})).toMatchObject(mine)
  expect(await as(ben).call(getNotices, {})).toMatchObject({ email_off: [], push_on: [] })
  await owner(`update notice_choices set email_off = '{claims,gone}' where patient_id = $1`, [ana.id])
  expect(await as(ana).call(getNotices, {})).toMatchObject(mine)
  for (const body of [
    { ...mine, email_off: ['account'] },
    { ...mine, email_off: ['visits'] },
    { ...mine, push_on: ['own_visits'] },
  ])
    expect((await send(ana, saveNotices, { body })).status).toBe(400)
  expect((await send(nora, saveNotices, { body: mine })).status).toBe(403)
})

test('of a page that was read before only the pressed switches are saved; one that does not say which saves all', async () => {
  const { ana } = await setting()
  const saved = async () => {
    const { email_off, push_on } = await as(ana).call(getNotices, {})
    return { email_off: email_off.toSorted(), push_on: push_on.toSorted() }
  }
  const save = (body: SavedNotices) => as(ana).call(saveNotices, { body })
  await save({ email_off: ['claims'], push_on: [], changed: { email: ['claims'], push: [] } })
  await save({ email_off: ['reports'], push_on: ['messages'], changed: { email: ['reports'], push: ['messages'] } })
  expect(await saved()).toEqual({ email_off: ['claims', 'reports'], push_on: ['messages'] })
  await save({ email_off: [], push_on: [], changed: { email: ['claims'], push: [] } })
  expect(await saved()).toEqual({ email_off: ['reports'], push_on: ['messages'] })
  await save({ email_off: [], push_on: ['reports'] })
  expect(await saved()).toEqual({ email_off: [], push_on: ['reports'] })
})
