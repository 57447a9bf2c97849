import {
  addMyReimbursement,
  approveScanRequest,
  assignWork,
  bookMyAppointment,
  getAccessLog,
  getScreening,
  getWorkQueue,
  listColleagues,
  listMySlots,
  type QueueKind,
  questionnaireVersion,
  type Right,
  requestAccess,
  reviewScreening,
  saveRights,
  sendEmail,
  sendInvitation,
  siteDay,
  submitMyScreening,
  updateReimbursement,
  uploadForm,
} from '@fornix/contract'
import { calmAnswers } from '@fornix/demo/seeds/demo/screening-answers.ts'
import pg from 'pg'
import { v7 as uuid } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'

const { given, as, send, owner, url } = await testApp()

const queue = (user: TestUser, query = {}) => as(user).call(getWorkQueue, { query })
const section = async (user: TestUser, kind: QueueKind, query = {}) =>
  (await queue(user, query)).sections.find((one) => one.kind === kind)
const counts = async (user: TestUser) =>
  Object.fromEntries((await queue(user)).sections.map(({ kind, count }) => [kind, count]))
const assign = (user: TestUser, kind: string, item_id: string, body: object) =>
  send(user, assignWork, { params: { kind, item_id }, body })

const setting = async () => {
  const ana = await given.patient(undefined, { dob: '1986-04-17', mrn_number: 'MRN-1' })
  return {
    ana,
    nora: await given.staff('Nurse', ana.project),
    adam: await given.staff('Admin', ana.project),
  }
}
const answer = (ana: TestUser) =>
  as(ana).call(submitMyScreening, {
    params: { key: ana.code },
    body: { version: questionnaireVersion, answers: calmAnswers() },
  })
const review = async (nora: TestUser, ana: TestUser, decision = 'cleared') => {
  const [newest] = (await as(nora).call(getScreening, { params: { key: ana.code } })).screenings
  return send(nora, reviewScreening, {
    params: { key: ana.code, screening_id: newest?.screening_id ?? '' },
    body: { decision, note: 'Ask for the card', signature: 'Nora Lindt' },
  })
}
const claim = (ana: TestUser, amount = '48') =>
  as(ana).call(
    addMyReimbursement,
    { body: { amount, description: 'Taxi' } },
    { file: { name: 'taxi.pdf', bytes: smallPdf() } },
  )
const sign = (ana: TestUser, body = {}) =>
  as(ana).call(
    uploadForm,
    { params: { key: ana.code }, body: { signature: 'Ana Rivera', ...body } },
    { file: { name: 'AuthorizationForm', bytes: smallPdf(uuid()) } },
  )
const visitNow = (ana: TestUser) =>
  owner(
    `insert into appointments (project_id, appointment_id, patient_id, scanner_id, starts_at, created_by)
     select project_id, $2, $1, scanner_id, date_trunc('hour', now()), $1 from scanners where project_id = $3`,
    [ana.id, uuid(), ana.project],
  )
const step = (ana: TestUser, status: string) =>
  owner(
    `insert into visit_steps (project_id, step_id, appointment_id, patient_id, starts_at, status, made_by, made_name)
     select project_id, $2, appointment_id, patient_id, starts_at, $3, patient_id, 'Nora' from appointments where patient_id = $1`,
    [ana.id, uuid(), status],
  )
const requested = async (ana: TestUser) => {
  const study = await given.study({ project: ana.project, patient: ana.id })
  await sign(ana, { study_id: study })
  await as(ana).call(requestAccess, { body: { studyId: study } })
  return study
}
const unmatched = async (project: string) => {
  const uid = await given.study({ project })
  await owner(
    `insert into study_matching (project_id, study_id, dicom_patient_id, dicom_issuer, dicom_patient_name, dicom_birth_date, state, reason)
     select project_id, study_id, 'X-9', '', 'Doe^Jane', '19700102', 'open', 'nobody' from studies where study_uid = $1`,
    [uid],
  )
}

test('a nurse reads what waits for nurses, with two identifiers, and nothing of the work of admins', async () => {
  const { ana, nora } = await setting()
  await visitNow(ana)
  await answer(ana)
  await claim(ana)

  expect(await counts(nora)).toEqual({ visit: 1, message: 0, screening: 1, form: 1, reimbursement: 1, mail: 0 })
  const { today, time_zone, sections } = await queue(nora)
  expect(today).toBe(siteDay(new Date(), time_zone))
  const about = { name: 'Ana Rivera', dob: '04-17-1986', mrn_number: 'MRN-1', patient_id: ana.code }
  const free = { assignee: null, due_on: null, version: 0 }
  expect(sections.map(({ items }) => items)).toMatchObject([
    [{ ...about, state: 'expected', screening: 'waiting', ...free }],
    [],
    [{ ...about, screening: 'waiting' }],
    [about],
    [{ ...about, state: 'Submitted', note: '48.00' }],
    [],
  ])
})

test('an admin reads requests, unmatched scans and invitations, and reviews nothing', async () => {
  const { ana, nora, adam } = await setting()
  const study = await requested(ana)
  await unmatched(ana.project)
  const body = { first_name: 'Chloe', last_name: 'Lin', email: `chloe.${uuid()}@patients.example` }
  await as(nora).call(sendInvitation, { body })
  await answer(ana)

  expect(await counts(adam)).toEqual({
    visit: 0,
    message: 0,
    form: 0,
    request: 1,
    unmatched: 1,
    reimbursement: 0,
    mail: 0,
    invitation: 1,
    closure: 0,
    emergency: 0,
    recovery: 0,
  })
  expect((await section(adam, 'unmatched'))?.items).toMatchObject([
    { name: 'Jane Doe', dob: '01-02-1970', mrn_number: 'X-9', patient_id: '', note: '20260910' },
  ])
  expect((await section(adam, 'invitation'))?.items).toMatchObject([{ name: 'Chloe Lin', note: body.email }])

  await as(adam).call(approveScanRequest, { body: { email: ana.email, studyId: study } })
  expect((await section(adam, 'request'))?.count).toBe(0)
})

test('who is being recovered stands in the Today of admins until it is over, and is nobody’s to take', async () => {
  const { ana, nora, adam } = await setting()
  const elsewhere = await given.staff('Admin')
  const id = uuid()
  await owner(
    `insert into account_recoveries (recovery_id, login_id, visit_hash, own_hash, expires_at)
     values ($1, $2, sha256($3), sha256($3), now() + interval '3 days')`,
    [id, ana.login, Buffer.from(id)],
  )
  const waiting = { id, name: 'Ana Rivera', note: 'Patient', state: 'started', until: null, assignee: null }
  expect((await section(adam, 'recovery'))?.items).toMatchObject([waiting])
  await owner("update account_recoveries set opens_at = now() + interval '2 days' where recovery_id = $1", [id])
  expect(await section(adam, 'recovery')).toMatchObject({ count: 1, items: [{ id, state: 'waiting' }] })
  expect(await section(adam, 'recovery', { mine: 'true' })).toMatchObject({ count: 0, items: [] })
  expect((await section(elsewhere, 'recovery'))?.count).toBe(0)
  expect(await section(nora, 'recovery')).toBeUndefined()
  expect((await assign(adam, 'recovery', id, { version: 0 })).status).toBe(404)
  await owner("update account_recoveries set ended_at = now(), outcome = 'stopped' where recovery_id = $1", [id])
  expect((await section(adam, 'recovery'))?.count).toBe(0)
})

test('what belongs to another project is nobody’s work here, and cannot be taken', async () => {
  const { ana, nora } = await setting()
  await answer(ana)
  await claim(ana)
  const id = (await section(nora, 'screening'))?.items[0]?.id ?? ''
  const other = await given.staff('Nurse')

  expect(await counts(other)).toEqual({ visit: 0, message: 0, screening: 0, form: 0, reimbursement: 0, mail: 0 })
  expect((await assign(other, 'screening', id, { version: 0 })).status).toBe(404)
  expect((await send(ana, getWorkQueue)).status).toBe(403)
})

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

test('a visit leaves the page when it is done or did not happen', async () => {
  const { ana, nora } = await setting()
  await visitNow(ana)
  await step(ana, 'started')
  expect((await section(nora, 'visit'))?.items).toMatchObject([{ state: 'started' }])
  await step(ana, 'done')
  expect(await section(nora, 'visit')).toMatchObject({ count: 0, items: [] })
})

test('a visit of the coming days without a signed form waits for it, once for each patient', async () => {
  const { ana, nora } = await setting()
  const days = (after: number) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10)
  const { slots } = await as(ana).call(listMySlots, { query: { from: days(1), to: days(9) } })
  for (const { start } of slots.slice(0, 2)) await as(ana).call(bookMyAppointment, { body: { start } })

  expect(await section(nora, 'form')).toMatchObject({ count: 1, items: [{ since: slots[0]?.start }] })
  await sign(ana)
  expect((await section(nora, 'form'))?.count).toBe(0)
  await owner('update form_signatures set expiration_date = $2 where patient_id = $1', [ana.id, days(0)])
  expect((await section(nora, 'form'))?.count).toBe(1)
})

test('an email that failed waits until a later one has arrived', async () => {
  const { ana, nora } = await setting()
  const write = (subject: string) =>
    as(nora).call(sendEmail, { params: { key: ana.code }, body: { to_email: ana.email, subject, message: 'Dear Ana' } })
  const became = (subject: string, status: string) =>
    owner('update mail_outbox set status = $2 where patient_id = $1 and subject = $3', [ana.id, status, subject])
  await write('First')
  expect((await section(nora, 'mail'))?.count).toBe(0)
  await became('First', 'failed')
  expect((await section(nora, 'mail'))?.items).toMatchObject([{ note: 'First', name: 'Ana Rivera' }])
  await write('Second')
  expect((await section(nora, 'mail'))?.count).toBe(1)
  await became('Second', 'sent')
  expect((await section(nora, 'mail'))?.count).toBe(0)
})

test('the oldest five are shown, all when they are asked for, and paid ones never', async () => {
  const { ana, nora } = await setting()
  for (let dollars = 1; dollars <= 7; dollars++) await claim(ana, `${dollars}`)
  const first = await section(nora, 'reimbursement')
  expect(first?.count).toBe(7)
  expect(first?.items.map(({ note }) => note)).toEqual(['1.00', '2.00', '3.00', '4.00', '5.00'])
  expect((await section(nora, 'reimbursement', { all: 'reimbursement' }))?.items).toHaveLength(7)

  await as(nora).call(updateReimbursement, { params: { id: first?.items[0]?.id ?? '' }, body: { status: 'Paid' } })
  expect((await section(nora, 'reimbursement'))?.count).toBe(6)
})

test('a section that fails says so, and the others stand', async () => {
  const { ana, nora } = await setting()
  await answer(ana)
  await claim(ana)
  await owner('revoke select on reimbursements from fornix_app')
  onTestFinished(async () => {
    await owner('grant select on reimbursements to fornix_app')
  })

  expect(await counts(nora)).toEqual({ visit: 0, message: 0, screening: 1, form: 0, reimbursement: null, mail: 0 })
})

test('an open page is one row of the audit trail, however often it asks', async () => {
  const { nora } = await setting()
  for (let n = 0; n < 3; n++) await queue(nora)

  const rows = await owner("select event_id from audit_events where actor_id = $1 and action = 'work_queue.read'", [
    nora.id,
  ])
  expect(rows).toHaveLength(1)
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
