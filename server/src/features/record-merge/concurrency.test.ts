import { listDocuments, mergeRecords, undoMerge, uploadMyDocument } from '@fornix/contract'
import { expect, test } from 'vitest'
import { smallPdf } from '../../../test/given.ts'
import { mergeWorld } from '../../../test/merge-world.ts'
import { tableRules } from '../../features.ts'
import { moveLateRows } from './late-rows.ts'
import { movedTables } from './move-rows.ts'

const { as, given, send, owner, database, clinic, bodyFor, mergeNow, undoNow } = await mergeWorld()

const newest = (patient: string) =>
  owner<{ file_id: string }>('select file_id from files where patient_id = $1 order by upload_date desc limit 1', [
    patient,
  ])

test('what was begun before a merge and written after it follows to the kept record', async () => {
  const two = await clinic()
  const { admin, nurse, kept, merged } = two
  const upload = { params: { key: merged.code } }
  const file = (text: string) => ({ file: { name: `${text}.pdf`, bytes: smallPdf(text) } })
  await as(merged).call(uploadMyDocument, upload, file('early'))
  const { merge_id } = await mergeNow(two)
  const [early] = await newest(kept.id)
  // As left by a request that was admitted before, and waited for the merge.
  await owner(
    `insert into files (project_id, file_id, patient_id, kind, file_name, file_type, media_type, size, sha256, storage_key, key_version, wrapped_key, uploaded_role)
     select project_id, gen_random_uuid(), $1, kind, 'late.pdf', file_type, media_type, size, sha256, 'late', key_version, wrapped_key, 'Patient'
       from files where file_id = $2`,
    [merged.id, early?.file_id],
  )
  await moveLateRows(database, movedTables(tableRules))
  await moveLateRows(database, movedTables(tableRules))
  const { documents } = await as(nurse).call(listDocuments, { params: { key: kept.code }, query: {} })
  expect(documents.map(({ file_name }) => file_name).sort()).toEqual(['early.pdf', 'late.pdf'])
  await undoNow(admin, merge_id)
  expect(await owner('select from files where patient_id = $1', [merged.id])).toHaveLength(2)
})

test('what comes late for a record whose holder was merged on goes the same way, and back', async () => {
  const first = await clinic()
  const { admin, nurse, kept: middle, merged } = first
  const last = { ...first, kept: await given.patient(admin.project), merged: middle }
  const one = await mergeNow(first)
  const two = await mergeNow(last)
  await owner(
    `insert into patient_notes (project_id, note_id, patient_id, text, author, author_id)
     values ($1, gen_random_uuid(), $2, 'late', 'Nora Lindt', $3)`,
    [admin.project, merged.id, nurse.id],
  )
  const place = async () =>
    (await owner<{ patient_id: string }>("select patient_id from patient_notes where text = 'late'")).map(
      ({ patient_id }) => patient_id,
    )
  await moveLateRows(database, movedTables(tableRules))
  expect(await place()).toEqual([last.kept.id])
  await undoNow(admin, two.merge_id)
  expect(await place()).toEqual([middle.id])
  await undoNow(admin, one.merge_id)
  expect(await place()).toEqual([merged.id])
})

test('a patient who uploads and books while the record is merged loses nothing', async () => {
  const two = await clinic()
  const { kept, merged } = two
  const body = await bodyFor(two)
  const upload = (n: number) =>
    send(
      merged,
      uploadMyDocument,
      { params: { key: merged.code } },
      { file: { name: `${n}.pdf`, bytes: smallPdf(`${n}`) } },
    )
  const [merge, ...uploads] = await Promise.all([
    send(two.admin, mergeRecords, { params: { key: kept.code }, body }),
    ...[1, 2, 3, 4].map(upload),
  ])
  expect(merge.status).toBe(200)
  await moveLateRows(database, movedTables(tableRules))
  const stored = uploads.filter(({ status }) => status === 200).length
  expect(await owner('select from files where patient_id = $1', [kept.id])).toHaveLength(stored)
  expect(await owner('select from files where patient_id = $1', [merged.id])).toEqual([])
})

test('of two merges at once, in opposite directions, one wins; of two undos, too', async () => {
  const two = await clinic()
  const { admin, kept, merged } = two
  const answers = await Promise.all([
    send(admin, mergeRecords, { params: { key: kept.code }, body: await bodyFor(two) }),
    send(admin, mergeRecords, {
      params: { key: merged.code },
      body: await bodyFor({ admin, kept: merged, merged: kept }),
    }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const won = answers.find(({ status }) => status === 200)
  const undone = await Promise.all(
    [1, 2].map(() =>
      send(admin, undoMerge, { params: { merge_id: won?.body.merge_id }, body: { reason: 'Two people after all' } }),
    ),
  )
  expect(undone.map(({ status }) => status).sort()).toEqual([200, 409])
})
