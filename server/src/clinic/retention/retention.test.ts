import { setTimeout } from 'node:timers/promises'
import { dayMs, saveProjectSettings, sendEmail, uploadMyDocument } from '@fornix/contract'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Clinic, givenClinic } from '../../../test/clinic.ts'
import { smallPdf } from '../../../test/given.ts'
import { callsOn } from '../../../test/harness.ts'
import { imagingApp } from '../../../test/imaging-world.ts'
import { purges, tableRules } from '../../features.ts'
import { projectId, staffScope } from '../../platform/database/scope.ts'
import { withoutDeletions } from '../../platform/files/deletion-pause.ts'
import { reconcile } from '../imaging/archive/reconcile.ts'
import { purgeDeleted } from './purge.ts'
import { removeFiles } from './retention.ts'

const { app, platform, database, owner, given, as, imaging } = await imagingApp()
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const needs = { database, store: platform.files.store, log: log as never, rules: tableRules, purges, keepDays: 15 }
const purge = () => purgeDeleted(needs)

const keysIn = async () => {
  const keys: string[] = []
  for await (const { key } of needs.store.list()) keys.push(key)
  return keys
}
const settled = (project: string) =>
  owner("update projects set retention_set_at = now() - interval '31 days' where project_id = $1", [project])
const deleted = (patient: string, ago: string) =>
  owner('update patients set deleted_at = now() - $2::interval where patient_id = $1', [patient, ago])
const letGo = (ago: string) => owner('update file_removals set removed_at = now() - $1::interval', [ago])
/** Forms stay for six years after their last day: these are older. */
const oldForms = (patient: string) =>
  owner(
    "update form_signatures set signed_at = now() - interval '8 years', expiration_date = current_date - interval '7 years' where patient_id = $1",
    [patient],
  )
const clinic = async () => {
  const made = await givenClinic(platform, callsOn(app))
  await settled(made.project)
  return made
}
/** A nurse sends the patient that document. */
const mailed = async ({ project, patient }: Clinic, document: string) => {
  const nurse = await given.staff('Nurse', project)
  const body = { to_email: patient.email, subject: 'Scan', message: 'Soon', attachments: JSON.stringify([document]) }
  await as(nurse).call(sendEmail, { params: { key: patient.email }, body: body as never })
}
/** A study of nobody that an admin rejected that long ago. */
const rejected = async (project: string, ago: string) => {
  const { study } = await imaging.stored({ project }, { isListed: false })
  await reconcile(database, platform.archive, staffScope(projectId(project)), study)
  await owner(
    `update study_matching m set state = 'rejected', decided_at = now() - $2::interval
      from studies s where s.study_id = m.study_id and s.study_uid = $1`,
    [study, ago],
  )
  return study
}
const nameOf = async (study: string) =>
  (
    await owner<{ series_uid: string; names: string }>(
      `select series_uid, concat(m.dicom_patient_id, m.dicom_issuer, m.dicom_patient_name, m.dicom_birth_date, s.dicom_patient_id, s.dicom_issuer) as names
         from studies s join study_matching m on m.study_id = s.study_id where study_uid = $1`,
      [study],
    )
  )[0]
const isThere = async ({ patient }: Pick<Clinic, 'patient'>) =>
  (await owner('select from patients where patient_id = $1', [patient.id])).length === 1
const rowsOf = async (patient: string) => {
  const [where] = await owner<{ counts: Record<string, number> }>(
    `select jsonb_object_agg(c.relname, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %s where patient_id = %L', c.oid::regclass, $1::text), false, true, '')))[1]::text::int) as counts
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'patient_id' and not a.attisdropped
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
    [patient],
  )
  return Object.entries(where?.counts ?? {}).flatMap(([table, rows]) => (rows > 0 ? [table] : []))
}

afterEach(async () => {
  expect(log.error).not.toHaveBeenCalled()
  await owner('delete from file_removals')
})

test('a record goes as a whole when its time is over, and its files after it; the audit trail stays', async () => {
  const one = await clinic()
  await mailed(one, one.document)
  const neighbour = await given.patient(one.project)
  await as(neighbour).call(
    uploadMyDocument,
    { params: { key: neighbour.code } },
    { file: { name: 'a.pdf', bytes: smallPdf() } },
  )
  const before = await keysIn()
  await deleted(one.patient.id, '10 years 1 hour')
  await oldForms(one.patient.id)
  expect((await rowsOf(one.patient.id)).length).toBeGreaterThan(6)

  expect(await purge()).toEqual({ records: 1, things: 0 })

  expect(await rowsOf(one.patient.id)).toEqual(['audit_events'])
  expect(await owner('select from archive_instances where project_id = $1', [one.project])).toEqual([])
  expect(await owner('select from logins where login_id = $1', [one.patient.login])).toEqual([])
  expect(
    await owner("select actor_role, object_id from audit_events where action = 'patient.purge' and patient_id = $1", [
      one.patient.id,
    ]),
  ).toEqual([{ actor_role: 'system', object_id: '' }])
  expect(await keysIn()).toHaveLength(before.length)
  // A restore to a minute before still finds them, until the last of these days.
  expect(await removeFiles(needs)).toBe(0)
  await letGo('14 days 23 hours')
  expect(await removeFiles(needs)).toBe(0)
  expect(await keysIn()).toHaveLength(before.length)
  await letGo('15 days')
  // A running backup may still need them.
  expect(await withoutDeletions(database, () => removeFiles(needs))).toBe(0)
  // A project that returns takes its files off the list.
  const comesBack = database.unscoped('as an import does', async (db) => {
    await db.deleteFrom('file_removals').execute()
    expect(await Promise.race([removeFiles(needs), setTimeout(3000, 'waits')])).toBe(0)
    throw new Error('undone')
  })
  await expect(comesBack).rejects.toThrow('undone')
  expect(await keysIn()).toHaveLength(before.length)
  expect(await removeFiles(needs)).toBe(5)
  expect(await keysIn()).toHaveLength(before.length - 5)
  expect(await isThere({ patient: neighbour })).toBe(true)
  expect(await removeFiles(needs)).toBe(0)
})

test('nothing goes a day too early, nor after the period was changed, nor while an authorization is young', async () => {
  const [early, changed, signed, living] = [await clinic(), await clinic(), await clinic(), await clinic()]
  for (const { patient } of [early, changed, living]) await oldForms(patient.id)
  await deleted(early.patient.id, '9 years 364 days')
  await deleted(changed.patient.id, '9 years')
  await as(changed.admin).call(saveProjectSettings, { body: { retention_years: 1 } })
  await deleted(signed.patient.id, '20 years')
  await owner("update form_signatures set signed_at = now() - interval '6 years' where patient_id = $1", [
    signed.patient.id,
  ])

  expect(await purge()).toEqual({ records: 0, things: 0 })

  // The change counts once it could have been undone.
  await settled(changed.project)
  await owner(
    "update form_signatures set signed_at = now() - interval '7 years 2 days', expiration_date = current_date - interval '6 years 2 days' where patient_id = $1",
    [signed.patient.id],
  )
  expect(await purge()).toEqual({ records: 2, things: 0 })
  expect([await isThere(early), await isThere(living)]).toEqual([true, true])
})

test('while the clock of the database is not the program’s nothing goes', async () => {
  const { patient } = await clinic()
  await oldForms(patient.id)
  await deleted(patient.id, '11 years')
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 2 * dayMs)
  onTestFinished(() => clock.mockRestore())
  expect(await purge()).toEqual({ records: 0, things: 0 })
  expect(log.error.mock.calls).toEqual([[{ alert: 'retention' }, expect.stringContaining('the clock of the database')]])
  log.error.mockClear()
  clock.mockRestore()
  expect(await purge()).toEqual({ records: 1, things: 0 })
})

test('two nodes remove a record once, and one that is being restored not at all', async () => {
  const [gone, back] = [await clinic(), await clinic()]
  for (const { patient } of [gone, back]) {
    await oldForms(patient.id)
    await deleted(patient.id, '11 years')
  }
  await database.unscoped('an admin restores a record meanwhile', async (db) => {
    await db.updateTable('patients').set({ deleted_at: null }).where('patient_id', '=', back.patient.id).execute()
    const both = await Promise.all([purge(), purge()])
    expect(both.reduce((sum, { records }) => sum + records, 0)).toBe(1)
  })
  expect(await purge()).toEqual({ records: 0, things: 0 })
  expect([await isThere(gone), await isThere(back)]).toEqual([false, true])
})

test('a record that was restored after it was found due stays', async () => {
  const { patient } = await clinic()
  await oldForms(patient.id)
  await deleted(patient.id, '11 years')
  const unscoped: typeof database.unscoped = async (reason, work) => {
    const result = await database.unscoped(reason, work)
    if (reason === 'find deleted records')
      await owner('update patients set deleted_at = null where patient_id = $1', [patient.id])
    return result
  }
  expect(await purgeDeleted({ ...needs, database: { ...database, unscoped } })).toEqual({ records: 0, things: 0 })
  expect(await isThere({ patient })).toBe(true)
})

test('a deleted document or request of a living record goes, also one that was emailed; the email and what is not deleted stay', async () => {
  const here = await clinic()
  const { project, patient, document } = here
  const file = { file: { name: 'Report.pdf', bytes: smallPdf() } }
  const { file_id: sent } = await as(patient).call(uploadMyDocument, { params: { key: patient.code } }, file)
  const { file_id: kept } = await as(patient).call(uploadMyDocument, { params: { key: patient.code } }, file)
  await mailed(here, sent)
  await mailed(here, kept)
  await owner("update files set deleted_at = now() - interval '11 years' where file_id in ($1, $2)", [document, sent])
  // Its receipt is removed with it, though nothing marks it as deleted.
  await owner("update reimbursements set deleted_at = now() - interval '11 years' where patient_id = $1", [patient.id])

  expect(await purge()).toEqual({ records: 0, things: 4 })

  expect(await owner('select file_name from files where project_id = $1 order by 1', [project])).toEqual([
    { file_name: 'AuthorizationForm' },
    { file_name: 'Report.pdf' },
  ])
  expect(await owner('select file_id from mail_attachments where project_id = $1', [project])).toEqual([
    { file_id: kept },
  ])
  expect(await owner('select from patient_emails where patient_id = $1', [patient.id])).toHaveLength(2)
  const told = await owner<{ action: string }>(
    "select action from audit_events where patient_id = $1 and action like '%.purge' order by action",
    [patient.id],
  )
  expect(told.map(({ action }) => action)).toEqual([...Array(3).fill('document.purge'), 'reimbursement.purge'])
  await letGo('15 days')
  expect(await removeFiles(needs)).toBe(3)
})

test('a login that is a person elsewhere stays', async () => {
  const { patient } = await clinic()
  await given.staff('Nurse', undefined, { login: patient.login })
  await oldForms(patient.id)
  await deleted(patient.id, '11 years')
  expect(await purge()).toEqual({ records: 1, things: 0 })
  expect(await owner('select from logins where login_id = $1', [patient.login])).toHaveLength(1)
})

test('accounts of caregivers go with the last record that they cared for', async () => {
  const [{ patient }, other] = [await clinic(), await clinic()]
  const [only, shared] = [await given.caregiver(patient), await given.caregiver(patient)]
  await given.caregiver(other.patient, undefined, { login: shared.login })
  await oldForms(patient.id)
  await deleted(patient.id, '11 years')
  expect(await purge()).toEqual({ records: 1, things: 0 })
  const left = await owner('select login_id from logins where login_id in ($1, $2)', [only.login, shared.login])
  expect(left).toEqual([{ login_id: shared.login }])
})

test('the images of a scan that was rejected go when deleted records would, and leave no name', async () => {
  const { project } = await clinic()
  const [gone, kept] = [await rejected(project, '10 years 1 hour'), await rejected(project, '9 years')]
  const before = (await keysIn()).length

  expect(await purge()).toEqual({ records: 0, things: 1 })

  const left = await owner('select distinct study_uid from archive_instances where study_uid in ($1, $2)', [gone, kept])
  expect(left).toEqual([{ study_uid: kept }])
  expect(await nameOf(gone)).toEqual({ series_uid: '', names: '' })
  expect((await nameOf(kept))?.names).not.toBe('')
  const told = await owner("select object_id from audit_events where action = 'unmatched_study.purge'")
  expect(told).toEqual([{ object_id: gone }])
  await letGo('15 days')
  expect(await removeFiles(needs)).toBe(4)
  expect((await keysIn()).length).toBe(before - 4)
  expect(await purge()).toEqual({ records: 0, things: 0 })
})

test('every table that knows a patient is emptied with the record, or is the audit trail', async () => {
  const tables = await owner<{ name: string }>(
    `select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'patient_id' and not a.attisdropped
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
     union select conrelid::regclass::text from pg_constraint
      where contype = 'f' and confdeltype = 'a' and confrelid in ('patients'::regclass, 'files'::regclass, 'studies'::regclass, 'mail_outbox'::regclass, 'appointments'::regclass, 'reimbursements'::regclass, 'form_signatures'::regclass, 'archive_studies'::regclass)`,
  )
  const emptied = tableRules.flatMap(({ table, ofPatient }) => (ofPatient ? [table as string] : []))
  expect(tables.map(({ name }) => name).filter((name) => !emptied.includes(name))).toEqual(['audit_events'])
})
