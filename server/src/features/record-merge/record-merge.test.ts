import {
  compareRecords,
  downloadDocument,
  getAccessLog,
  getAuditLog,
  getPatientInfo,
  listMerges,
  listPatients,
  locateRecord,
  markSpecialCare,
  mergeRecords,
  restorePatient,
  saveRights,
  sendInvitation,
  undoMerge,
  updatePatient,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import type { TestUser } from '../../../test/given.ts'
import { mergeWorld } from '../../../test/merge-world.ts'

const { as, send, given, owner, clinic, bodyFor, mergeNow, undoNow, fullRecord } = await mergeWorld()

test('the merged record is gone from lists, its account does not sign in, and its address says where it is', async () => {
  const two = await clinic()
  const { admin, nurse, kept, merged } = two
  const other = await given.staff('Nurse')
  const { merge_id } = await mergeNow(two)
  const { patients } = await as(nurse).call(listPatients, { query: {} })
  expect(patients.map(({ patient_id }) => patient_id)).toEqual([kept.code])
  expect((await as(admin).call(listPatients, { query: { deleted: 'true' } })).total).toBe(0)
  expect((await send(merged, getAccessLog, { query: {} })).status).toBe(401)
  expect((await send(nurse, getPatientInfo, { params: { key: merged.code } })).status).toBe(404)
  const find = (user: TestUser, key: string) => send(user, locateRecord, { params: { key } })
  expect((await find(nurse, merged.code)).body).toEqual({ patient_id: kept.code })
  expect((await find(other, merged.code)).status).toBe(404)
  expect((await find(nurse, kept.code)).body).toEqual({ patient_id: kept.code })
  expect((await find(other, kept.code)).status).toBe(404)
  const refused = await send(admin, restorePatient, { params: { patient_id: merged.code } })
  expect(refused).toMatchObject({ status: 409, body: { code: 'merged' } })
  await undoNow(admin, merge_id)
  // The returning user signs in again.
  expect((await send(merged, getAccessLog, { query: {} })).status).toBe(401)
  expect((await find(nurse, merged.code)).body).toEqual({ patient_id: merged.code })
})

test('empty fields are filled in, others win, and what the merged record said otherwise is a note', async () => {
  const admin = await given.staff('SuperAdmin')
  const kept = await given.patient(admin.project, { previous_history: 'None', city: 'Boston' })
  const merged = await given.patient(admin.project, {
    previous_history: 'Aneurysm clip',
    mrn_number: 'MRN77',
    dob: '1986-04-17',
    city: 'Salem',
    address_1: '1 Elm St',
  })
  const merge = await mergeNow({ admin, kept, merged })
  const read = async () => (await as(admin).call(getPatientInfo, { params: { key: kept.code } })).patient
  const now = await read()
  expect(now).toMatchObject({ mrn_number: 'MRN77', dob: '04-17-1986', city: 'Boston', address_1: '' })
  expect(now.notes.map(({ text }) => text).join()).toContain('Previous history: Aneurysm clip')
  const found = await as(admin).call(listPatients, { query: { searchQuery: 'MRN77' } })
  expect(found.patients.map(({ patient_id }) => patient_id)).toEqual([kept.code])

  await owner("update patients set dob = '1986-04-18' where patient_id = $1", [kept.id])
  await undoNow(admin, merge.merge_id)
  // A later change by somebody is kept.
  expect(await read()).toMatchObject({ mrn_number: '', dob: '04-18-1986', city: 'Boston', notes: [] })
})

test('the note holds the longest values whole, and goes back with the record as it is', async () => {
  const admin = await given.staff('Admin')
  const [longest, other] = ['a'.repeat(5000), 'b'.repeat(5000)]
  const long = { status_comment: longest, additional_comments: longest, previous_history: other }
  const kept = await given.patient(admin.project, {
    status_comment: 'Called',
    additional_comments: 'None',
    previous_history: 'None',
  })
  const merged = await given.patient(admin.project, long)
  await mergeNow({ admin, kept, merged })
  const read = async () => (await as(admin).call(getPatientInfo, { params: { key: kept.code } })).patient.notes
  const [note] = await read()
  for (const line of [`Status comment: ${longest}`, `Additional comments: ${longest}`, `Previous history: ${other}`])
    expect(note?.text.split('\n')).toContain(line)
  await as(admin).call(updatePatient, { body: { _id: kept.id, notes: [note, 'Called'] } })
  expect(await read()).toMatchObject([note, { text: 'Called' }])
})

test('what the note says of medical information is shown to those who may see that, also when it is withheld later', async () => {
  const admin = await given.staff('Admin')
  const nurse = await given.staff('Nurse', admin.project)
  const kept = await given.patient(admin.project, { previous_history: 'None', city: 'Boston' })
  const merged = await given.patient(admin.project, { previous_history: 'Aneurysm clip', city: 'Salem' })
  await mergeNow({ admin, kept, merged })
  const read = async (user: TestUser) =>
    (await as(user).call(getPatientInfo, { params: { key: kept.code } })).patient.notes
  const plain = `In the merged record ${merged.code}:\nEmail: ${merged.email}\nCity: Salem`
  const whole = `${plain}\nPrevious history: Aneurysm clip`
  expect(await read(nurse)).toMatchObject([{ text: whole }])
  await as(admin).call(saveRights, { body: { withheld: { Nurse: ['see_medical'] }, two_person_amount: null } })
  const [note] = await read(nurse)
  expect(note?.text).toBe(`${plain}\nMedical information: says something else`)
  // A reader without the medical part sends it back the same way.
  await as(nurse).call(updatePatient, { body: { _id: kept.id, notes: [note, 'Called'] } })
  expect(await read(admin)).toMatchObject([{ text: whole }, { text: 'Called' }])
})

test('birth date, sex or MRN that differ have to be confirmed', async () => {
  const admin = await given.staff('Admin')
  const kept = await given.patient(admin.project, { dob: '1986-04-17', gender: 'Female', mrn_number: 'A1' })
  const merged = await given.patient(admin.project, { dob: '1986-04-18', gender: 'Male', mrn_number: 'A2' })
  const params = { key: kept.code }
  const { differs } = await as(admin).call(compareRecords, { params, query: { other: merged.code } })
  expect(differs).toEqual(['dob', 'gender', 'mrn_number'])
  const body = await bodyFor({ admin, kept, merged })
  expect(await send(admin, mergeRecords, { params, body })).toMatchObject({
    status: 400,
    body: { fields: { differences_checked: expect.stringContaining('confirm') } },
  })
  await mergeNow({ admin, kept, merged }, { differences_checked: true })
})

test('a comparison says who could see more: the account, an open invitation, helpers whose grant counts, the physician', async () => {
  const two = await clinic()
  const { admin, kept, merged } = two
  const physician = await given.staff('Physician', admin.project)
  const [active, over] = [await given.caregiver(kept), await given.caregiver(kept)]
  await owner(`update caregivers set until = '2020-01-01' where caregiver_id = $1`, [over.caregiver])
  await owner('update patients set physician_id = $2, physician_name = $3 where patient_id = $1', [
    kept.id,
    physician.id,
    'Nora Lindt',
  ])
  const body = { firstName: 'Mia', lastName: 'Cruz', email: `mia.${kept.code}@x.example`, physicianName: 'Dr. Away' }
  const invited = await as(admin).call(sendInvitation, { body })
  const compared = async (other: string) =>
    (await as(admin).call(compareRecords, { params: { key: kept.code }, query: { other } })).records
  const [first, second] = await compared(invited.patient_id)
  expect(first).toMatchObject({
    signs_in: true,
    invited: false,
    physician_name: 'Nora Lindt',
    physician_works_here: true,
    caregivers: [{ caregiver_id: active.caregiver, state: 'active' }],
  })
  expect(second).toMatchObject({
    signs_in: false,
    invited: true,
    physician_name: 'Dr. Away',
    physician_works_here: false,
    caregivers: [],
  })
  await owner(`update invites set expires_at = now() where email = $1`, [body.email])
  await owner('update providers set deleted_at = now() where provider_id = $1', [physician.id])
  expect(
    (await compared(invited.patient_id)).map(({ invited: is, physician_works_here }) => [is, physician_works_here]),
  ).toEqual([
    [false, false],
    [false, false],
  ])
  expect((await compared(merged.code))[1]).toMatchObject({ invited: false, caregivers: [] })
})

test('whoever was let in since the comparison is shown before anything is merged', async () => {
  const two = await clinic()
  const { admin, kept, merged } = two
  const seen = async (key: string, other: string) =>
    (await as(admin).call(compareRecords, { params: { key }, query: { other } })).seen_by
  const before = await seen(kept.code, merged.code)
  expect(await seen(merged.code, kept.code)).toBe(before)
  await given.caregiver(kept)
  const merging = async (seen_by: string | undefined) =>
    send(admin, mergeRecords, { params: { key: kept.code }, body: await bodyFor(two, { seen_by }) })
  expect(await merging(before)).toMatchObject({
    status: 409,
    body: { code: 'stale', current: { records: [{ caregivers: [{}] }, {}] } },
  })
  expect((await merging(await seen(kept.code, merged.code))).status).toBe(200)
})

test('a record under special care stays so in the one that is kept, and there after an undo, too', async () => {
  const two = await clinic()
  const { admin, kept, merged } = two
  const marked = () => owner('select reason from special_care where patient_id = $1', [kept.id])
  await as(admin).call(markSpecialCare, { params: { key: merged.code }, body: { reason: 'Public figure' } })
  const { merge_id } = await mergeNow(two)
  expect(await marked()).toEqual([{ reason: 'Public figure' }])
  await undoNow(admin, merge_id)
  expect(await marked()).toHaveLength(1)
})

test('itself, a record that is gone, one of elsewhere and one that changed meanwhile are refused', async () => {
  const two = await clinic()
  const { admin, kept, merged } = two
  const params = { key: kept.code }
  const foreign = await given.patient()
  const body = await bodyFor(two)
  const sent = (more: object) => send(admin, mergeRecords, { params, body: { ...body, ...more } })
  expect(await sent({ other: kept.email })).toMatchObject({ status: 409, body: { code: 'same' } })
  expect((await sent({ other: foreign.code })).status).toBe(404)
  expect((await send(admin, mergeRecords, { params: { key: foreign.code }, body })).status).toBe(404)
  expect((await sent({ reason: ' ' })).body).toMatchObject({ fields: { reason: expect.any(String) } })
  for (const stale of [{ version: 0 }, { other_version: 0 }])
    expect(await sent(stale)).toMatchObject({
      status: 409,
      body: { code: 'stale', current: { records: [{ version: body.version }, { version: body.other_version }] } },
    })
  await owner('update patients set deleted_at = now() where patient_id = $1', [merged.id])
  expect(await sent({})).toMatchObject({
    status: 409,
    body: { error: `${merged.code} was deleted. Restore it first.` },
  })
})

test('who is here for a visit, and who has two appointments at once, is not merged now', async () => {
  const two = await clinic()
  const { admin, nurse, kept, merged } = two
  const [scanner] = await owner<{ scanner_id: string }>('select scanner_id from scanners where project_id = $1', [
    admin.project,
  ])
  const book = async (patient: TestUser, scanner_id: unknown) =>
    owner(
      `insert into appointments (project_id, appointment_id, patient_id, scanner_id, starts_at, created_by)
       values ($1, gen_random_uuid(), $2, $3, date_trunc('hour', now()), $2) returning appointment_id, starts_at`,
      [admin.project, patient.id, scanner_id],
    )
  const obstacle = async () =>
    (await as(admin).call(compareRecords, { params: { key: kept.code }, query: { other: merged.code } })).obstacle
  const [visit] = await book(merged, scanner?.scanner_id)
  expect(await obstacle()).toBeNull()
  await owner(
    `insert into visit_steps (project_id, step_id, appointment_id, patient_id, starts_at, status, made_by, made_name)
     values ($1, gen_random_uuid(), $2, $3, $4, 'started', $5, 'Nora')`,
    [admin.project, visit?.['appointment_id'], merged.id, visit?.['starts_at'], nurse.id],
  )
  expect(await obstacle()).toContain('here for a visit')
  const body = await bodyFor(two)
  expect((await send(admin, mergeRecords, { params: { key: kept.code }, body })).status).toBe(409)
  await owner("update visit_steps set status = 'done' where patient_id = $1", [merged.id])
  const [second] = await owner<{ scanner_id: string }>(
    "insert into scanners (project_id, name) values ($1, 'Second') returning scanner_id",
    [admin.project],
  )
  await book(kept, second?.scanner_id)
  expect(await obstacle()).toContain('at the same time')
  expect((await send(admin, mergeRecords, { params: { key: kept.code }, body })).status).toBe(409)
})

test('only admins of the project merge, undo, compare and list', async () => {
  const two = await clinic()
  const { admin, nurse, kept, merged } = two
  const body = await bodyFor(two)
  const params = { key: kept.code }
  const far = await given.staff('SuperAdmin')
  const { merge_id } = await mergeNow({ ...two, merged: await given.patient(admin.project) })
  const statuses = async (user: TestUser) =>
    Promise.all(
      [
        send(user, compareRecords, { params, query: { other: merged.code } }),
        send(user, mergeRecords, { params, body }),
        send(user, undoMerge, { params: { merge_id }, body: { reason: 'Wrong people' } }),
        send(user, listMerges, { query: {} }),
      ].map(async (answer) => (await answer).status),
    )
  expect(await statuses(nurse)).toEqual([403, 403, 403, 403])
  expect(await statuses(kept)).toEqual([403, 403, 403, 403])
  expect(await statuses(far)).toEqual([404, 404, 404, 200])
  expect((await as(far).call(listMerges, { query: {} })).merges).toEqual([])
  expect((await as(admin).call(listMerges, { query: {} })).merges).toMatchObject([
    {
      merge_id,
      reason: 'Registered twice',
      merged_by: 'Nora Lindt',
      kept: { patient_id: kept.code, name: 'Ana Rivera' },
    },
  ])
})

test('the logs of the kept record have the rows of both, until the merge is undone; no row is rewritten', async () => {
  const two = await clinic()
  const { admin, nurse, kept, merged } = two
  const { fileId } = await fullRecord(merged, nurse)
  await as(nurse).call(downloadDocument, { params: { file_id: fileId } })
  const trail = () =>
    owner('select * from audit_events where patient_id = any($1) order by event_id', [[kept.id, merged.id]])
  const before = await trail()
  const neighbour = await given.patient(admin.project)

  const { merge_id } = await mergeNow(two)

  expect(
    (await trail()).slice(0, before.length).map((row) => [row['event_id'], row['patient_id'], row['action']]),
  ).toEqual(before.map((row) => [row['event_id'], row['patient_id'], row['action']]))
  const own = (await as(kept).call(getAccessLog, { query: { own: 'true', page_size: 50 } })).entries
  expect(own.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['Opened a file', 'Merged another record of yours into this one']),
  )
  expect(own).toContainEqual(expect.objectContaining({ what: 'Added a file', who: 'You', own: true }))
  const others = (await as(kept).call(getAccessLog, { query: { page_size: 50 } })).entries
  expect(others.every((entry) => !entry.own)).toBe(true)
  expect((await as(neighbour).call(getAccessLog, { query: { own: 'true' } })).total).toBe(0)
  const ofAdmins = async (patient: string) =>
    (await as(admin).call(getAuditLog, { query: { patient, page_size: 50 } })).entries.map(({ what }) => what)
  expect(await ofAdmins(kept.code)).toEqual(
    expect.arrayContaining(['Opened a file', 'Merged this record into another one']),
  )

  expect(await ofAdmins(merged.code)).toContain('Merged this record into another one')

  await undoNow(admin, merge_id)
  expect(await ofAdmins(kept.code)).not.toContain('Opened a file')
  expect(
    (await as(kept).call(getAccessLog, { query: { page_size: 50 } })).entries.map(({ what }) => what),
  ).not.toContain('Opened a file')
})

test('an undo is refused after 30 days, while the kept record is deleted, and when email or MRN are of somebody else now', async () => {
  const admin = await given.staff('Admin')
  const kept = await given.patient(admin.project)
  const merged = await given.patient(admin.project, { mrn_number: 'M9' })
  const { merge_id } = await mergeNow({ admin, kept, merged })
  const tried = async () => {
    const { body } = await send(admin, undoMerge, { params: { merge_id }, body: { reason: 'Two people after all' } })
    return body.code
  }
  await owner('update patients set deleted_at = now() where patient_id = $1', [kept.id])
  expect(await tried()).toBe('gone')
  await owner('update patients set deleted_at = null where patient_id = $1', [kept.id])
  await owner("update record_merges set merged_at = now() - interval '30 days 1 minute' where merge_id = $1", [
    merge_id,
  ])
  expect(await tried()).toBe('too_late')
  expect((await as(admin).call(listMerges, { query: {} })).merges[0]?.can_undo).toBe(false)
  await owner('update record_merges set merged_at = now() where merge_id = $1', [merge_id])
  const taker = await given.patient(admin.project)
  await owner('update patients set login_id = $2 where patient_id = $1', [taker.id, merged.login])
  expect(await tried()).toBe('login_taken')
  await owner('update patients set login_id = null where patient_id = $1', [taker.id])
  await owner('update patients set email_key = $2 where patient_id = $1', [taker.id, merged.email])
  expect(await tried()).toBe('email_taken')
  await owner("update patients set mrn_number = '' where patient_id = $1", [kept.id])
  await owner("update patients set email_key = 'other', mrn_number = 'M9' where patient_id = $1", [taker.id])
  expect(await tried()).toBe('mrn_taken')
})
