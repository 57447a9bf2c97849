import { Readable } from 'node:stream'
import {
  answerMyReimbursement,
  downloadDocument,
  downloadForm,
  downloadReimbursementFile,
  getAccessLog,
  listDocuments,
  listMerges,
  locateRecord,
  sendMyMessage,
  startMyThread,
  undoMerge,
  updateReimbursement,
  uploadDocument,
  uploadMyDocument,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { aStudy, instancesOf } from '../../../test/dicom.ts'
import { smallPdf } from '../../../test/given.ts'
import { mergeWorld } from '../../../test/merge-world.ts'
import { reconcile } from '../../clinic/imaging/archive/reconcile.ts'
import { deleteExpired } from '../../clinic/retention/expired-rows.ts'
import { purgeDeleted } from '../../clinic/retention/purge.ts'
import { purges, tableRules } from '../../features.ts'
import { projectId, staffScope } from '../../platform/database/scope.ts'
import { matchAgain } from '../arrival/catch-up.ts'
import { checkForms } from '../forms/check-forms.ts'
import { movedTables } from './move-rows.ts'

const {
  as,
  send,
  given,
  owner,
  platform,
  database,
  tables,
  clinic,
  mergeNow,
  undoing,
  undoNow,
  rowsOf,
  countsOf,
  fullRecord,
} = await mergeWorld()

const moved = movedTables(tableRules)

test('every column that says whose a row is moves with a merge, or stays for a reason', () => {
  const declared = [
    ...moved.map(({ table, column = 'patient_id' }) => `${table}.${column}`),
    ...tableRules.flatMap(({ table, onMerge }) => (onMerge && 'reason' in onMerge ? `${table}.patient_id` : [])),
  ]
  expect(tables.map(({ name, column }) => `${name}.${column}`)).toEqual(declared.sort())
})

test('what the kept patient wrote after the merge does not go to the other one with an undo', async () => {
  const two = await clinic()
  const { admin, kept, merged } = two
  const newId = () => crypto.randomUUID()
  const first = newId()
  await as(merged).call(startMyThread, { body: { id: first, subject: 'My knee', text: 'Before the merge' } })
  const merge = await mergeNow(two)
  await as(kept).call(sendMyMessage, { params: { thread: first }, body: { id: newId(), text: 'I am pregnant' } })

  await undoNow(admin, merge.merge_id)

  const written = (id: string) =>
    owner<{ subject: string; text: string }>(
      'select t.subject, m.text from care_messages m join care_threads t using (project_id, thread_id) where m.patient_id = $1',
      [id],
    )
  expect(await written(merged.id)).toEqual([{ subject: 'My knee', text: 'Before the merge' }])
  expect(await written(kept.id)).toEqual([{ subject: 'Messages after records were merged', text: 'I am pregnant' }])
})

test('what hangs on a record goes to the kept one, and an undo restores both exactly', async () => {
  const two = await clinic()
  const { admin, nurse, kept, merged } = two
  await fullRecord(merged, nurse)
  await as(kept).call(uploadMyDocument, { params: { key: kept.code } }, { file: { name: 'a.pdf', bytes: smallPdf() } })
  const before = await rowsOf(kept.id, merged.id)
  const [keptHad, mergedHad] = [await countsOf(kept.id), await countsOf(merged.id)]
  for (const { table } of moved) if (table !== 'record_merges') expect(mergedHad[table], table).toBeGreaterThan(0)

  const merge = await mergeNow(two)

  const left = await countsOf(merged.id)
  const has = await countsOf(kept.id)
  for (const { table } of moved.filter(({ table }) => table !== 'record_merges')) {
    expect(left[table], table).toBe(0)
    // The note holds the merged record's differing values.
    const more = table === 'patient_notes' ? 1 : 0
    expect(has[table], table).toBe((keptHad[table] ?? 0) + (mergedHad[table] ?? 0) + more)
  }
  expect(merge).toMatchObject({ can_undo: true, undone: null, merged: { patient_id: merged.code } })

  expect(await undoNow(admin, merge.merge_id)).toMatchObject({ scans_stayed: 0, merge: { can_undo: false } })
  expect(await rowsOf(kept.id, merged.id)).toEqual(before)
  expect(await owner('select from record_merge_rows where merge_id = $1', [merge.merge_id])).toEqual([])
})

test('files and signed forms of the merged record open in the kept one, and again after an undo', async () => {
  const two = await clinic()
  const { admin, nurse, kept, merged } = two
  const { fileId, formId, reimbursement } = await fullRecord(merged, nurse)
  const opens = async () => {
    const found = [
      await send(nurse, downloadDocument, { params: { file_id: fileId } }),
      await send(nurse, downloadForm, { params: { file_id: formId } }),
      await send(nurse, downloadReimbursementFile, { params: { file_id: reimbursement.file_id } }),
    ]
    expect(found.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await checkForms(platform, { file: formId })).map(({ broken }) => broken)).toEqual([null])
  }
  const merge = await mergeNow(two)
  await opens()
  const { documents } = await as(nurse).call(listDocuments, { params: { key: kept.code }, query: {} })
  expect(documents.map(({ file_id }) => file_id).sort()).toEqual([fileId, formId].sort())
  await undoNow(admin, merge.merge_id)
  await opens()
})

test('receipts that answered a moved request after the merge go back with it, the replaced one too', async () => {
  const two = await clinic()
  const { admin, nurse, kept, merged } = two
  const { reimbursement } = await fullRecord(merged, nurse)
  const { id } = reimbursement
  const merge = await mergeNow(two)
  for (const name of ['second.pdf', 'third.pdf']) {
    const hold = { status: 'On Hold', comment: 'No date' } as const
    const { reimbursement: held } = await as(nurse).call(updateReimbursement, { params: { id }, body: hold })
    const body = { version: held.version }
    await as(kept).call(answerMyReimbursement, { params: { id }, body }, { file: { name, bytes: smallPdf(name) } })
  }

  await undoNow(admin, merge.merge_id)

  const receipts = (patient: string) =>
    owner("select file_name from files where patient_id = $1 and kind = 'reimbursement' order by file_name", [patient])
  expect(await receipts(merged.id)).toEqual(
    ['second.pdf', 'secret.pdf', 'third.pdf'].map((file_name) => ({ file_name })),
  )
  expect(await receipts(kept.id)).toEqual([])
})

test('three records of one person: merges are undone from the last to the first, and each state comes back', async () => {
  const two = await clinic()
  const { admin, nurse, kept, merged } = two
  const third = await given.patient(admin.project)
  const { fileId } = await fullRecord(merged, nurse)
  const before = await rowsOf(kept.id, merged.id, third.id)
  const first = await mergeNow(two)
  const between = await rowsOf(kept.id, merged.id, third.id)
  const second = await mergeNow({ admin, kept: third, merged: kept })

  expect((await as(nurse).call(locateRecord, { params: { key: merged.code } })).patient_id).toBe(third.code)
  expect((await send(nurse, downloadDocument, { params: { file_id: fileId } })).status).toBe(200)
  expect((await as(third).call(getAccessLog, { query: { own: 'true', page_size: 50 } })).entries).toContainEqual(
    expect.objectContaining({ what: 'Added a file', who: 'You' }),
  )
  const refused = await send(admin, undoMerge, {
    params: { merge_id: first.merge_id },
    body: { reason: 'Two people after all' },
  })
  expect(refused).toMatchObject({ status: 409, body: { error: expect.stringContaining(`into ${third.code}`) } })
  await undoNow(admin, second.merge_id)
  expect(await rowsOf(kept.id, merged.id, third.id)).toEqual(between)
  await undoNow(admin, first.merge_id)
  expect(await rowsOf(kept.id, merged.id, third.id)).toEqual(before)
})

/** The same numbers in every run. */
const numbers = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

test('random merges, undone in turn, leave every record as it was', async () => {
  const { admin, nurse, kept, merged } = await clinic()
  await fullRecord(merged, nurse)
  const people = [kept, merged]
  for (const city of ['', 'Salem', 'Lowell'])
    people.push(await given.patient(admin.project, { city, mobile_number: city && '5550102345' }))
  const before = await rowsOf(...people.map(({ id }) => id))
  const random = numbers(7)
  for (let round = 0; round < 4; round++) {
    const left = [...people]
    const done: string[] = []
    while (left.length > 1) {
      const [gone] = left.splice(Math.floor(random() * left.length), 1)
      const into = left[Math.floor(random() * left.length)]
      if (!gone || !into) break
      done.push((await mergeNow({ admin, kept: into, merged: gone })).merge_id)
    }
    for (const merge of done.reverse()) await undoNow(admin, merge)
    expect(await rowsOf(...people.map(({ id }) => id))).toEqual(before)
  }
})

test('an undo leaves what was added since, sends along what belongs to what goes back, and says which scans stay', async () => {
  const two = await clinic()
  const { admin, nurse, kept, merged } = two
  const { studyId, appointmentId } = await fullRecord(merged, nurse)
  const { merge_id } = await mergeNow(two)
  const key = { params: { key: kept.code } }
  await as(nurse).call(uploadDocument, key, { file: { name: 'new.pdf', bytes: smallPdf() } })
  await owner(
    `insert into visit_steps (project_id, step_id, appointment_id, patient_id, starts_at, status, made_by, made_name)
     select project_id, gen_random_uuid(), appointment_id, patient_id, starts_at, 'expected', $2, 'Nora' from appointments where appointment_id = $1`,
    [appointmentId, nurse.id],
  )
  const third = await given.patient(admin.project)
  await owner('update studies set patient_id = $1 where study_id = $2', [third.id, studyId])
  expect(await undoNow(admin, merge_id)).toMatchObject({ scans_stayed: 1 })
  const { documents } = await as(nurse).call(listDocuments, { ...key, query: {} })
  expect(documents.map(({ file_name }) => file_name)).toEqual(['new.pdf'])
  expect(await owner('select from visit_steps where patient_id = $1', [merged.id])).toHaveLength(2)
  expect(await owner('select patient_id from studies where study_id = $1', [studyId])).toEqual([
    { patient_id: third.id },
  ])
})

test('scans that came for the merged record’s number since go back with an undo; others, and assigned ones, stay', async () => {
  const { admin, kept } = await clinic()
  const merged = await given.patient(admin.project, { mrn_number: 'MRN-twice' })
  const { merge_id } = await mergeNow({ admin, kept, merged })
  const arrives = async (key: string, id: string) => {
    const patient = { id, issuer: '', name: 'Rivera^Ana', birthDate: '', sex: 'F' as const }
    const study = aStudy(`${key} ${merged.code}`, { patient })
    const scope = staffScope(projectId(admin.project))
    for (const { bytes } of await instancesOf(study, 1))
      await platform.archive.store(scope, Readable.from([bytes]), { maxBytes: 2 ** 20 })
    expect(await reconcile(database, platform.archive, scope, study.studyUid)).toMatchObject({ patient_id: kept.id })
    return study.studyUid
  }
  const theirs = await arrives('of the merged record', ' MRN-twice ')
  const own = await arrives('of the kept record', kept.code)
  const assigned = await arrives('assigned', 'MRN-twice')
  await owner(
    `update study_matching set state = 'assigned', decided_by = $2
      where study_id = (select study_id from studies where project_id = $3 and study_uid = $1)`,
    [assigned, admin.id, admin.project],
  )

  expect(await undoNow(admin, merge_id)).toMatchObject({ scans_stayed: 0 })

  const scansOf = async ({ id }: { id: string }) =>
    (await owner<{ study_uid: string }>('select study_uid from studies where patient_id = $1', [id])).map(
      ({ study_uid }) => study_uid,
    )
  expect(await scansOf(merged)).toEqual([theirs])
  expect((await scansOf(kept)).sort()).toEqual([own, assigned].sort())
  const told = await owner("select from notifications where item_type = 'scan' and patient_id = $1", [merged.id])
  expect(told).toHaveLength(1)
})

test('a scan that came since stays with neither record if an undo leaves it with a number but another birth date', async () => {
  const { admin, kept } = await clinic()
  await owner("update patients set dob = '1990-02-14' where patient_id = $1", [kept.id])
  const merged = await given.patient(admin.project, { mrn_number: 'MRN-other', dob: '1986-04-17' })
  const { merge_id } = await mergeNow({ admin, kept, merged }, { differences_checked: true })
  const patient = { id: 'MRN-other', issuer: '', name: 'Rivera^Ana', birthDate: '19900214', sex: 'F' as const }
  const study = aStudy(`of the kept person ${merged.code}`, { patient })
  const scope = staffScope(projectId(admin.project))
  for (const { bytes } of await instancesOf(study, 1))
    await platform.archive.store(scope, Readable.from([bytes]), { maxBytes: 2 ** 20 })
  expect(await reconcile(database, platform.archive, scope, study.studyUid)).toMatchObject({ patient_id: kept.id })

  await undoNow(admin, merge_id)

  const [found] = await owner(
    `select s.patient_id, m.state, m.reason, m.previous_patient_id from studies s join study_matching m using (project_id, study_id)
      where study_uid = $1`,
    [study.studyUid],
  )
  expect(found).toEqual({ patient_id: null, state: 'open', reason: 'birth_date', previous_patient_id: kept.id })
  const told = await owner('select action from audit_events where patient_id = $1 and object_id = $2', [
    kept.id,
    study.studyUid,
  ])
  expect(told).toEqual([{ action: 'unmatched_study.undo' }])
})

test('an undo whose scans could not be matched again has said so in the trail, and they are matched later', async () => {
  const { admin, kept } = await clinic()
  const merged = await given.patient(admin.project, { mrn_number: 'MRN-later' })
  const { merge_id } = await mergeNow({ admin, kept, merged })
  const patient = { id: 'MRN-later', issuer: '', name: 'Rivera^Ana', birthDate: '', sex: 'F' as const }
  const study = aStudy(`later ${merged.code}`, { patient })
  const scope = staffScope(projectId(admin.project))
  for (const { bytes } of await instancesOf(study, 1))
    await platform.archive.store(scope, Readable.from([bytes]), { maxBytes: 2 ** 20 })
  expect(await reconcile(database, platform.archive, scope, study.studyUid)).toMatchObject({ patient_id: kept.id })
  const here = () =>
    owner('select patient_id from studies where project_id = $1 and study_uid = $2', [admin.project, study.studyUid])

  await owner(`create function no_match() returns trigger language plpgsql as $$ begin raise 'no match'; end $$`)
  await owner(`create trigger no_match before insert or update on study_matching for each row
    when (current_user = 'fornix_app') execute function no_match()`)
  expect(await send(admin, undoMerge, undoing(merge_id))).toMatchObject({ status: 500 })
  await owner('drop function no_match cascade')

  expect(await here()).toEqual([{ patient_id: null }])
  const told = () =>
    owner('select action from audit_events where patient_id = $1 and object_id = $2', [kept.id, study.studyUid])
  expect(await told()).toEqual([{ action: 'unmatched_study.undo' }])
  await matchAgain(platform)
  expect(await here()).toEqual([{ patient_id: merged.id }])
  expect(await told()).toHaveLength(1)
})

test('after a month the ledger ends; the merged record goes with its time, and its audit rows stay with the kept one', async () => {
  const two = await clinic()
  const { admin, nurse, kept, merged } = two
  await fullRecord(merged, nurse)
  const { merge_id } = await mergeNow(two)
  await owner("update record_merge_rows set moved_at = now() - interval '30 days 1 hour'")
  await deleteExpired(database, tableRules)
  expect((await owner('select from record_merge_rows where merge_id = $1', [merge_id])).length).toBeGreaterThan(0)
  await owner("update record_merge_rows set moved_at = now() - interval '32 days'")
  await deleteExpired(database, tableRules)
  expect(await owner('select from record_merge_rows where merge_id = $1', [merge_id])).toEqual([])

  await owner("update patients set deleted_at = now() - interval '11 years' where patient_id = $1", [merged.id])
  await owner("update projects set retention_set_at = now() - interval '31 days' where project_id = $1", [
    admin.project,
  ])
  const log = { info: () => {}, error: (...said: unknown[]) => expect(said).toEqual([]) }
  const purged = await purgeDeleted({ database, log: log as never, rules: tableRules, purges })
  expect(purged.records).toBe(1)
  expect((await as(kept).call(getAccessLog, { query: { own: 'true', page_size: 50 } })).entries).toContainEqual(
    expect.objectContaining({ what: 'Added a file', who: 'You' }),
  )
  expect((await as(admin).call(listMerges, { query: {} })).merges).toMatchObject([{ merged: { patient_id: '' } }])
})
