import {
  approveScanRequest,
  bookMyAppointment,
  countersignForm,
  dayMs,
  getWorkQueue,
  listMySlots,
  sendEmail,
  sendInvitation,
  siteDay,
  updateReimbursement,
} from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import type { TestUser } from '../../../test/given.ts'
import { workQueueWorld } from '../../../test/work-queue-world.ts'

const { given, as, send, owner, queue, section, counts, assign, setting, answer, claim, sign, visitNow, requested } =
  await workQueueWorld()

const none = { visit: 0, message: 0, form: 0, countersign: 0, reimbursement: 0, mail: 0, registration: 0 }
const noneOfNurses = { ...none, screening: 0 }
const noneOfAdmins = { ...none, request: 0, unmatched: 0, invitation: 0, closure: 0, emergency: 0, recovery: 0 }

const step = (ana: TestUser, status: string) =>
  owner(
    `insert into visit_steps (project_id, step_id, appointment_id, patient_id, starts_at, status, made_by, made_name)
     select project_id, $2, appointment_id, patient_id, starts_at, $3, patient_id, 'Nora' from appointments where patient_id = $1`,
    [ana.id, uuid(), status],
  )
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

  expect(await counts(nora)).toEqual({ ...noneOfNurses, visit: 1, screening: 1, form: 1, reimbursement: 1 })
  const { today, time_zone, sections } = await queue(nora)
  expect(today).toBe(siteDay(new Date(), time_zone))
  const about = { name: 'Ana Rivera', dob: '04-17-1986', mrn_number: 'MRN-1', patient_id: ana.code }
  const free = { assignee: null, due_on: null, version: 0 }
  expect(sections.map(({ items }) => items)).toMatchObject([
    [{ ...about, state: 'expected', screening: 'waiting', ...free }],
    [],
    [{ ...about, screening: 'waiting' }],
    [about],
    [],
    [{ ...about, state: 'Submitted', note: '48.00' }],
    [],
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

  expect(await counts(adam)).toEqual({ ...noneOfAdmins, request: 1, unmatched: 1, invitation: 1 })
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

  expect(await counts(other)).toEqual(noneOfNurses)
  expect((await assign(other, 'screening', id, { version: 0 })).status).toBe(404)
  expect((await send(ana, getWorkQueue)).status).toBe(403)
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
  const days = (after: number) => new Date(Date.now() + after * dayMs).toISOString().slice(0, 10)
  const { slots } = await as(ana).call(listMySlots, { query: { from: days(1), to: days(9) } })
  for (const { start } of slots.slice(0, 2)) await as(ana).call(bookMyAppointment, { body: { start } })

  expect(await section(nora, 'form')).toMatchObject({ count: 1, items: [{ since: slots[0]?.start }] })
  await sign(ana)
  expect((await section(nora, 'form'))?.count).toBe(0)
  await owner('update form_signatures set expiration_date = $2 where patient_id = $1', [ana.id, days(0)])
  expect((await section(nora, 'form'))?.count).toBe(1)
})

test('a form that staff sign, too, waits until one of them has, or it ends; where the project wants none nothing waits', async () => {
  const { ana, nora, adam } = await setting()
  await sign(ana)
  expect((await section(nora, 'countersign'))?.count).toBe(0)
  await owner('update projects set countersign_forms = true where project_id = $1', [ana.project])
  const [first, second] = [await sign(ana), await sign(ana)]

  const found = await section(nora, 'countersign')
  expect(found).toMatchObject({
    count: 2,
    items: [{ id: first.file_id, patient_id: ana.code }, { id: second.file_id }],
  })
  expect((await assign(nora, 'countersign', first.file_id, { assignee: nora.code, version: 0 })).status).toBe(200)
  const countersigned = { params: { file_id: first.file_id }, body: { signature: 'Nora Lindt' } }
  await as(nora).call(countersignForm, countersigned)
  expect((await section(adam, 'countersign'))?.items).toMatchObject([{ id: second.file_id }])
  expect(await owner('select item_id from work_items where item_id = $1', [first.file_id])).toEqual([])
  // Its last day is the site's: in the evening, the database's date is one ahead.
  await owner('update form_signatures set expiration_date = current_date - 2 where file_id = $1', [second.file_id])
  expect((await section(nora, 'countersign'))?.count).toBe(0)
})

test('an email that failed waits until a later one of staff, or the same again, has arrived', async () => {
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

  // A reminder, say: it has arrived, but nobody has looked at the one that has not.
  await owner('update patient_emails set sent_by = null where patient_id = $1 and subject = $2', [ana.id, 'Second'])
  expect((await section(nora, 'mail'))?.count).toBe(1)
  await owner('update patient_emails set subject = $2 where patient_id = $1', [ana.id, 'First'])
  expect((await section(nora, 'mail'))?.count).toBe(0)
})

test('an email that some of its recipients did not get waits, too, until another has reached all', async () => {
  const { ana, nora } = await setting()
  const write = (subject: string) =>
    as(nora).call(sendEmail, { params: { key: ana.code }, body: { to_email: ana.email, subject, message: 'Dear Ana' } })
  const sent = (subject: string, note: string | null) =>
    owner("update mail_outbox set status = 'sent', last_error = $2 where patient_id = $1 and subject = $3", [
      ana.id,
      note,
      subject,
    ])
  await write('First')
  await sent('First', '1 recipient was refused')
  expect((await section(nora, 'mail'))?.items).toMatchObject([{ note: 'First', state: 'in_part' }])
  await write('Second')
  await sent('Second', '1 recipient was refused')
  expect((await section(nora, 'mail'))?.items).toMatchObject([{ note: 'First' }, { note: 'Second' }])
  await write('Third')
  await sent('Third', null)
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

  expect(await counts(nora)).toEqual({ ...noneOfNurses, screening: 1, reimbursement: null })
})

test('an open page is one row of the audit trail, however often it asks', async () => {
  const { nora } = await setting()
  for (let n = 0; n < 3; n++) await queue(nora)

  const rows = await owner("select event_id from audit_events where actor_id = $1 and action = 'work_queue.read'", [
    nora.id,
  ])
  expect(rows).toHaveLength(1)
})
