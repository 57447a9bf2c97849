import {
  assignPhysician,
  bookAppointment,
  bulkMailsPerPerson,
  emailPatients,
  exportPatients,
  getPatientInfo,
  listEmails,
  maxBulk,
  saveEmailTemplate,
  setPatientStatuses,
  undoPatientChanges,
  updatePatient,
} from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { type TestUser, testApp } from '../../../test/harness.ts'

const { given, as, send, owner, whileChanging } = await testApp()

const setting = async () => {
  const nora = await given.staff('Nurse')
  const ana = await given.patient(nora.project, { first_name: 'Ana', mrn_number: 'MRN-1', dob: '1986-04-17' })
  const ben = await given.patient(nora.project, { first_name: 'Ben', status: 'Screened' })
  const away = await given.patient()
  return { nora, ana, ben, away }
}
const read = async (nora: TestUser, { code }: TestUser) =>
  (await as(nora).call(getPatientInfo, { params: { key: code } })).patient
const setStatus = (nora: TestUser, which: object, status = 'On Hold') =>
  send(nora, setPatientStatuses, { body: { which, status } })
const codes = (...people: TestUser[]) => ({ patients: people.map(({ code }) => code) })

test('a status is set one by one: each has a line with two identifiers, an audit row and a history', async () => {
  const { nora, ana, ben } = await setting()
  const { status, body } = await setStatus(nora, codes(ana, ben, ana))
  expect(status).toBe(200)
  expect(body.lines).toMatchObject([
    { patient_id: ana.code, name: 'Ana Rivera', dob: '04-17-1986', mrn_number: 'MRN-1', done: true, why: '' },
    { patient_id: ben.code, name: 'Ben Rivera', dob: null, mrn_number: '', done: true, undo: { status: 'Screened' } },
  ])
  const patient = await read(nora, ben)
  expect(patient.status).toBe('On Hold')
  expect(patient.status_history.at(-1)).toMatchObject({ status: 'On Hold', author: 'Nora Lindt' })
  const rows = await owner(
    "select patient_id from audit_events where action = 'patient.update' and project_id = $1 order by event_id",
    [nora.project],
  )
  expect(rows).toEqual([{ patient_id: ana.id }, { patient_id: ben.id }])
})

test('a patient of another project is a line like one that does not exist, and the others are done', async () => {
  const { nora, ana, away } = await setting()
  const { body } = await setStatus(nora, { patients: [away.code, away.id, away.email, 'P-ZZZZZZ', ana.code] })
  const missing = { name: '', dob: null, mrn_number: '', done: false, why: 'There is no such patient.', undo: null }
  expect(body.lines.map(({ patient_id, ...line }: { patient_id: string }) => line).slice(0, 4)).toEqual(
    Array(4).fill(missing),
  )
  expect(body.lines[4]).toMatchObject({ patient_id: ana.code, done: true })
  expect(await owner('select status from patients where patient_id = $1', [away.id])).toEqual([{ status: 'Accepted' }])
  const refused = await owner("select result from audit_events where action = 'refused' and project_id = $1", [
    nora.project,
  ])
  expect(refused).toEqual(Array(4).fill({ result: '404 not_found' }))
})

test('a filter means those whom the sender saw; with another total nothing is done', async () => {
  const { nora, ana, ben } = await setting()
  const filter = { status: 'Screened' }
  expect(await setStatus(nora, { filter, total: 2 })).toMatchObject({ status: 409, body: { code: 'stale' } })
  expect((await setStatus(nora, { filter, total: 1 })).body.lines).toMatchObject([{ patient_id: ben.code, done: true }])
  expect((await read(nora, ana)).status).toBe('Accepted')
})

test('more than 500 at once, nobody, and two ways at once are refused', async () => {
  const { nora, ana } = await setting()
  const many = Array.from({ length: maxBulk + 1 }, (_, n) => `P-${n}`)
  for (const which of [
    { patients: many },
    { patients: [] },
    {},
    { filter: {} },
    { filter: {}, total: maxBulk + 1 },
    { ...codes(ana), filter: {}, total: 1 },
  ])
    expect((await setStatus(nora, which)).status, JSON.stringify(which).slice(0, 80)).toBe(400)
  expect((await setStatus(nora, codes(ana), 'Gone')).status).toBe(400)
  expect((await read(nora, ana)).status).toBe('Accepted')
})

test('undo gives back what was there, and only where nobody has changed the record since', async () => {
  const { nora, ana, ben } = await setting()
  const { body } = await setStatus(nora, codes(ana, ben))
  const { version } = await read(nora, ana)
  await as(nora).call(updatePatient, { body: { patient_id: ana.code, status: 'Rejected', version } })
  const changes = body.lines.map(({ undo }: { undo: object }) => undo)
  const undone = await as(nora).call(undoPatientChanges, { body: { changes } })
  expect(undone.lines).toMatchObject([
    { patient_id: ana.code, done: false, why: 'This record was changed while you were editing.' },
    { patient_id: ben.code, done: true },
  ])
  expect([(await read(nora, ana)).status, (await read(nora, ben)).status]).toEqual(['Rejected', 'Screened'])
})

test('a physician is assigned and taken back; one of another project, or a nurse, is refused on each line', async () => {
  const { nora, ana, ben } = await setting()
  const ruth = await given.staff('Physician', nora.project)
  const far = await given.staff('Physician')
  const { version } = await read(nora, ben)
  await as(nora).call(updatePatient, { body: { patient_id: ben.code, physician_name: 'Dr. Outside', version } })
  const assign = async (provider_id: string) =>
    (await as(nora).call(assignPhysician, { body: { which: codes(ana, ben), provider_id } })).lines

  for (const code of [far.code, nora.code])
    expect(await assign(code)).toMatchObject(
      Array(2).fill({ done: false, why: 'Please choose a physician in this project' }),
    )
  const lines = await assign(ruth.code)
  expect(lines.map(({ done }) => done)).toEqual([true, true])
  expect((await read(nora, ben)).provider_id).toBe(ruth.code)
  const changes = lines.flatMap(({ undo }) => undo ?? [])
  await as(nora).call(undoPatientChanges, { body: { changes } })
  expect(await read(nora, ana)).toMatchObject({ provider_id: '', physician_name: '' })
  expect(await read(nora, ben)).toMatchObject({ provider_id: '', physician_name: 'Dr. Outside' })
})

const assignedAndBack = async (nora: TestUser, ana: TestUser, to: TestUser) => {
  const { lines } = await as(nora).call(assignPhysician, { body: { which: codes(ana), provider_id: to.code } })
  const changes = lines.flatMap(({ undo }) => undo ?? [])
  const undone = await as(nora).call(undoPatientChanges, { body: { changes } })
  expect(undone.lines).toMatchObject([{ done: true }])
  const { provider_id, physician_name } = await read(nora, ana)
  return { provider_id, physician_name }
}

test('Undo gives a patient back the physician of before: a name without a link, or somebody who has left', async () => {
  const { nora, ana } = await setting()
  const physicians = await Promise.all([1, 2].map(() => given.staff('Physician', nora.project)))
  const [ruth, left] = physicians as [TestUser, TestUser]
  const name = 'Nora Lindt'
  await owner('update patients set physician_name = $2 where patient_id = $1', [ana.id, name])
  expect(await assignedAndBack(nora, ana, ruth)).toEqual({ provider_id: '', physician_name: name })

  await as(nora).call(assignPhysician, { body: { which: codes(ana), provider_id: left.code } })
  await owner('update providers set deleted_at = now() where provider_id = $1', [left.id])
  expect(await assignedAndBack(nora, ana, ruth)).toEqual({ provider_id: left.code, physician_name: name })
})

test('Undo links no one but physicians', async () => {
  const { nora, ana } = await setting()
  const { version } = await read(nora, ana)
  const changes = [{ patient_id: ana.code, version, provider_id: nora.code, physician_name: '' }]
  await as(nora).call(undoPatientChanges, { body: { changes } })
  expect(await read(nora, ana)).toMatchObject({ provider_id: '', physician_name: '' })
})

test('Undo keeps the name of a physician who is one no longer, also if the new one has the same name', async () => {
  const { nora, ana } = await setting()
  const physicians = await Promise.all([1, 2].map(() => given.staff('Physician', nora.project)))
  const [ruth, omar] = physicians as [TestUser, TestUser]
  for (const last_name of ['Haddad', 'Wong']) {
    const rename = 'update providers set last_name = $2, role = $3 where provider_id = $1'
    await owner(rename, [ruth.id, 'Wong', 'Physician'])
    await owner(rename, [omar.id, last_name, 'Physician'])
    await as(nora).call(assignPhysician, { body: { which: codes(ana), provider_id: ruth.code } })
    await owner(rename, [ruth.id, 'Wong', 'Nurse'])
    expect(await assignedAndBack(nora, ana, omar)).toEqual({ provider_id: '', physician_name: 'Nora Wong' })
  }
})

test('a physician who gets a new name while a patient is assigned has it there, too', async () => {
  const { nora, ana } = await setting()
  const ruth = await given.staff('Physician', nora.project)
  const change = "update providers set last_name = 'Married' where provider_id = $1"
  await whileChanging(change, [ruth.id], () =>
    as(nora).call(assignPhysician, { body: { which: codes(ana), provider_id: ruth.code } }),
  )
  expect(await read(nora, ana)).toMatchObject({ provider_id: ruth.code, physician_name: 'Nora Married' })
})

const withTemplate = async (nora: TestUser, subject: string, message: string) => {
  const admin = await given.staff('Admin', nora.project)
  const params = { template_id: 'reminder' }
  const { version } = await as(admin).call(saveEmailTemplate, { params, body: { subject, message, version: 0 } })
  return { template_id: 'reminder', version, send_key: uuid() }
}
const queued = (project: string) =>
  owner<{ to_addresses: string[]; cc: string[]; bcc: string[]; subject: string; body: string; patient_id: string }>(
    'select to_addresses, cc, bcc, subject, body, patient_id from mail_outbox where project_id = $1 order by mail_id',
    [project],
  )

test('each patient gets an email of their own with their own words only, kept with the record', async () => {
  const { nora, ana, ben } = await setting()
  const starts = ['2032-03-10T16:00:00Z', '2032-03-11T17:00:00Z']
  for (const [n, { code }] of [ana, ben].entries())
    await as(nora).call(bookAppointment, { params: { key: code }, body: { start: starts[n] ?? '' } })
  await owner('delete from patient_emails where project_id = $1', [nora.project])
  await owner('delete from mail_outbox where project_id = $1', [nora.project])
  const letter = await withTemplate(nora, 'For {{first_name}}', '{{first_name}}: {{appointment_date}}')
  const { lines } = await as(nora).call(emailPatients, { body: { which: codes(ana, ben), ...letter } })
  expect(lines.map(({ done }) => done)).toEqual([true, true])

  const alone = { cc: [], bcc: [] }
  expect(await queued(nora.project)).toEqual([
    {
      ...alone,
      to_addresses: [ana.email],
      subject: 'For Ana',
      body: 'Ana: Wednesday, March 10, 2032',
      patient_id: ana.id,
    },
    {
      ...alone,
      to_addresses: [ben.email],
      subject: 'For Ben',
      body: 'Ben: Thursday, March 11, 2032',
      patient_id: ben.id,
    },
  ])
  const { emails } = await as(nora).call(listEmails, { params: { key: ben.code }, query: {} })
  expect(emails.map(({ subject }) => subject)).toEqual(['For Ben'])

  // On a repeat after a lost response, nobody gets a second one.
  const again = await as(nora).call(emailPatients, { body: { which: codes(ana, ben), ...letter } })
  expect(again.lines.map(({ done }) => done)).toEqual([true, true])
  expect(await queued(nora.project)).toHaveLength(2)
})

test('a person sends so many mails an hour and no more, however few calls that takes; the others say why', async () => {
  const { nora, ana, ben, away } = await setting()
  await owner('insert into rate_limits (key, points, expire) values ($1, $2, $3)', [
    `bulk-mails:${nora.id}`,
    bulkMailsPerPerson.points - 1,
    Date.now() + 600_000,
  ])
  const letter = await withTemplate(nora, 'For {{first_name}}', 'Hello {{first_name}}')
  const { lines } = await as(nora).call(emailPatients, {
    body: { which: { patients: [away.code, ana.code, ben.code, 'P-ZZZZZZ'] }, ...letter },
  })
  expect(lines.map(({ why }) => why)).toEqual([
    'There is no such patient.',
    '',
    bulkMailsPerPerson.sentence,
    'Not tried because too many were done within an hour. Please try again later.',
  ])
  expect((await queued(nora.project)).map(({ subject }) => subject)).toEqual(['For Ana'])
})

test.each([
  ['signed out', 'update sessions set revoked_at = now() where provider_id = '],
  ['given another role', "update providers set role = 'MRI-Tech' where provider_id = "],
])('who is %s in the middle does no more of what is left, and the lines say so', async (_, change) => {
  const { nora, ana, ben } = await setting()
  const name = `ends_${nora.id.replaceAll('-', '')}`
  await owner(`create function ${name}() returns trigger language plpgsql security definer as $$
    begin ${change} '${nora.id}'; return null; end $$`)
  await owner(`create trigger ${name} after update on patients for each row
    when (new.patient_id = '${ana.id}') execute function ${name}()`)
  const { body } = await setStatus(nora, codes(ana, ben))
  expect(body.lines).toMatchObject([
    { done: true },
    { done: false, why: 'You were signed out or your role changed. Please sign in again.', undo: null },
  ])
  expect(await owner('select status from patients where patient_id = $1', [ben.id])).toEqual([{ status: 'Screened' }])
})

test('who lacks what the template asks for, or is not there, gets none; a template changed since is not sent', async () => {
  const { nora, ana, ben, away } = await setting()
  await as(nora).call(bookAppointment, { params: { key: ana.code }, body: { start: '2032-03-10T16:30:00Z' } })
  const letter = await withTemplate(nora, 'Hello', '{{first_name}} {{appointment_time}}')
  const before = (await queued(nora.project)).length
  const { lines } = await as(nora).call(emailPatients, { body: { which: codes(ben, away, ana), ...letter } })
  expect(
    await owner("select result from audit_events where patient_id = $1 and action = 'refused'", [ben.id]),
  ).toMatchObject([{}])
  expect(lines).toMatchObject([
    { done: false, name: 'Ben Rivera', why: 'Missing: Time of the next appointment.' },
    { done: false, name: '', why: 'There is no such patient.' },
    { done: true, name: 'Ana Rivera' },
  ])
  expect(await queued(nora.project)).toHaveLength(before + 1)
  expect(await queued(away.project)).toEqual([])

  const stale = { body: { which: codes(ana), ...letter, version: 0, send_key: uuid() } }
  expect(await send(nora, emailPatients, stale)).toMatchObject({ status: 409, body: { code: 'stale' } })
  const unknown = { body: { which: codes(ana), ...letter, template_id: 'nothing' } }
  expect((await send(nora, emailPatients, unknown)).status).toBe(404)
  expect(await queued(nora.project)).toHaveLength(before + 1)
})

test('an export of a selection has these patients of the project and no others', async () => {
  const { nora, ana, away } = await setting()
  const query = { reason: 'For the test', columns: 'patient_id', patients: `${ana.code},${away.code}` }
  const { bytes } = await send(nora, exportPatients, { query })
  expect(bytes.toString().trim().split(/\r?\n/).slice(1)).toEqual([`"${ana.code}"`])
  const [row] = await owner("select object_id from audit_events where action = 'patient.export' and project_id = $1", [
    nora.project,
  ])
  expect(row).toEqual({
    object_id: `1 patients (${ana.code} ${away.code}): Patient Id. Reason: For the test`,
  })
  expect((await send(nora, exportPatients, { query: { ...query, patients: 'x,'.repeat(maxBulk - 1) } })).status).toBe(
    200,
  )
  const many = Array.from({ length: maxBulk + 1 }, (_, n) => `P-${n}`).join()
  expect((await send(nora, exportPatients, { query: { ...query, patients: many } })).status).toBe(400)
})
