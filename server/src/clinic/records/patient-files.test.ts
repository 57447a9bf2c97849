import { readdir } from 'node:fs/promises'
import {
  addMyReimbursement,
  addReimbursement,
  listMyReimbursements,
  maxBytesPerPatient,
  maxDocumentsPerPatient,
  maxFormsPerPatient,
  maxReceiptsPerPatient,
  sendEmail,
  updateReimbursement,
  uploadDocument,
  uploadForm,
  uploadMyDocument,
} from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { expect, test, vi } from 'vitest'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { testClinic } from '../../../test/test-clinic.ts'
import type { Db } from '../../platform/database/db.ts'
import { projectId, staffScope } from '../../platform/database/scope.ts'
import type { FileKind } from '../../platform/files/encryption/file-identity.ts'
import { newStorageKey } from '../../platform/files/stores/store.ts'
import { addFiles } from './patient-files.ts'

const { given, as, send, owner, folder, database, whileChanging, project, nurse: nora } = await testClinic()
const file = { name: 'a.pdf', bytes: smallPdf() }
const claim = { amount: '1', description: 'Taxi' }

const storedFiles = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length

/** Rows like a real file's, whose own kind has no limit; their bytes are not stored. */
const held = async (ana: TestUser, kind: FileKind, count: number, { size = 1, deleted = false } = {}) => {
  const { file_id } = (await document(ana)).body
  await owner("update files set kind = 'email_attachment', size = 0 where file_id = $1", [file_id])
  await owner(
    `insert into files (project_id, file_id, patient_id, kind, file_name, file_type, media_type, size, sha256, storage_key, key_version, wrapped_key, uploaded_role, deleted_at)
     select project_id, gen_random_uuid(), patient_id, $2, file_name, file_type, media_type, $4, sha256, md5(random()::text), key_version, wrapped_key, uploaded_role, $5
       from files, generate_series(1, $3) where file_id = $1`,
    [file_id, kind, count, size, deleted ? new Date() : null],
  )
}
const document = (ana: TestUser) => send(ana, uploadMyDocument, { params: { key: ana.code } }, { file })
const form = (ana: TestUser) =>
  send(
    ana,
    uploadForm,
    { params: { key: ana.code }, body: { signature: 'Ana Rivera' } },
    { file: { ...file, name: 'AuthorizationForm' } },
  )
const documentOfStaff = (ana: TestUser) => send(nora, uploadDocument, { params: { key: ana.code } }, { file })
const receipt = (ana: TestUser) => send(ana, addMyReimbursement, { body: claim }, { file })
const receiptOfStaff = (ana: TestUser) =>
  send(nora, addReimbursement, { body: { email: ana.email, ...claim } }, { file })
const email = (ana: TestUser) =>
  send(
    nora,
    sendEmail,
    { params: { key: ana.code }, body: { to_email: 'a@x.example', subject: 's', message: 'm' } },
    { files: [file] },
  )

const askClinic = ' Please contact the clinic.'
/** What staff read, whom nobody has to send to the clinic. */
const forStaff = (sentence: string) => sentence.replace(askClinic, '')
const isOfStaff = (upload: unknown) => [receiptOfStaff, email].some((one) => one === upload)

test.each([
  ['document', maxDocumentsPerPatient, 'There can be at most 500 documents. Please delete some first.', [document]],
  [
    'reimbursement',
    maxReceiptsPerPatient,
    'This record has reached the limit of 500 receipts. Please contact the clinic.',
    [receipt, receiptOfStaff],
  ],
  [
    'authorization_form',
    maxFormsPerPatient,
    'This record has reached the limit of 500 signed forms. Please contact the clinic.',
    [form],
  ],
] as const)('a record with as many of the kind %s as it may have takes no more', async (kind, most, error, uploads) => {
  const ana = await given.patient(project)
  await held(ana, kind, most)
  const before = await storedFiles()
  for (const upload of uploads)
    expect(await upload(ana)).toMatchObject({
      status: 409,
      body: { error: isOfStaff(upload) ? forStaff(error) : error, code: 'full' },
    })
  expect(await storedFiles()).toBe(before)

  await owner(
    'update files set deleted_at = now() where file_id = (select file_id from files where patient_id = $1 and kind = $2 limit 1)',
    [ana.id, kind],
  )
  expect((await uploads[0](ana)).status).toBeLessThan(300)
})

test('all files of a record together take up 1 GB at most, whatever their kind, deleted ones too', async () => {
  expect(maxBytesPerPatient).toBe(1024 ** 3)
  const [ana, ben] = [await given.patient(project), await given.patient(project)]
  const left = 2 * file.bytes.length - 1
  await held(ana, 'reimbursement', 1, { size: maxBytesPerPatient / 2 })
  await held(ana, 'document', 1, { size: maxBytesPerPatient / 2 - left, deleted: true })
  expect((await document(ana)).status).toBe(200)
  const before = await storedFiles()

  const error =
    'The files of this record have reached the limit of 1 GB. Deleted files count, too. Please contact the clinic.'
  for (const upload of [document, form, receipt, receiptOfStaff, email])
    expect(await upload(ana)).toMatchObject({
      status: 409,
      body: { error: isOfStaff(upload) ? forStaff(error) : error, code: 'full' },
    })
  expect(await storedFiles()).toBe(before)
  expect((await document(ben)).status).toBe(200)
})

test('a receipt that replaces another one needs room, but no number of its own', async () => {
  const ana = await given.patient(project)
  await receipt(ana)
  const { reimbursements } = await as(ana).call(listMyReimbursements, { params: { key: ana.code } })
  const replace = () =>
    send(nora, updateReimbursement, { params: { id: reimbursements[0]?.id }, body: { description: 'Bus' } }, { file })
  await held(ana, 'reimbursement', maxReceiptsPerPatient - 1)
  expect((await receipt(ana)).status).toBe(409)
  expect((await replace()).status).toBe(200)

  await held(ana, 'document', 1, { size: maxBytesPerPatient - 500 })
  expect((await replace()).status).toBe(409)
  const after = await as(ana).call(listMyReimbursements, { params: { key: ana.code } })
  expect(after.reimbursements.filter(({ description }) => description === 'Bus')).toHaveLength(1)
})

test('of two uploads at once into the last gap one fits', async () => {
  const ana = await given.patient(project)
  await held(ana, 'document', maxDocumentsPerPatient - 1)
  const scope = staffScope(projectId(project))
  const add = (db: Db) =>
    addFiles(db, { person: nora.id, role: 'Nurse', caregiver: null }, [
      {
        project_id: project,
        patient_id: ana.id,
        file_id: uuid(),
        kind: 'document',
        file_name: 'a.pdf',
        scan_state: 'unscanned',
        file_type: 'pdf',
        media_type: 'application/pdf',
        size: 1,
        sha256: Buffer.alloc(32),
        storage_key: newStorageKey(),
        key_version: 1,
        wrapped_key: Buffer.alloc(60),
      },
    ])
  let over = false
  let second: Promise<unknown> | undefined
  const first = database.scoped(scope, async (db) => {
    await add(db)
    second = database.scoped(scope, add).finally(() => {
      over = true
    })
    second.catch(() => {})
    // The first one commits once the second one waits for it, or got through without waiting.
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await vi.waitUntil(async () => over || (await owner(waiting)).length > 0, { timeout: 10_000 })
  })
  await first
  await expect(second).rejects.toMatchObject({ status: 409 })
})

test.each([
  ['document', document],
  ['document of staff', documentOfStaff],
  ['receipt', receipt],
  ['receipt of staff', receiptOfStaff],
  ['form', form],
  ['attachment', email],
])(
  'an upload to a record that is deleted while it is on its way is refused, and nothing of it stays: %s',
  async (_, upload) => {
    const ana = await given.patient(project)
    const before = await storedFiles()
    const answer = await whileChanging('update patients set deleted_at = now() where patient_id = $1', [ana.id], () =>
      upload(ana),
    )
    expect(answer).toMatchObject({ status: 404, body: { error: 'Not found.' } })
    expect(await owner('select from files where patient_id = $1', [ana.id])).toEqual([])
    expect(await storedFiles()).toBe(before)
  },
)

test('an upload of staff to a record that is merged while it is on its way is kept, and follows', async () => {
  const [kept, merged] = [await given.patient(project), await given.patient(project)]
  const answer = await whileChanging(
    `with gone as (update patients set deleted_at = now() where patient_id = $1 returning project_id, patient_id)
     insert into record_merges (project_id, merge_id, patient_id, kept_id, merged_id, reason, filled, merged_by, merged_name)
     select project_id, gen_random_uuid(), $2::uuid, $2::uuid, patient_id, 'One person', '{}', patient_id, 'Nora Lindt' from gone`,
    [merged.id, kept.id],
    () => documentOfStaff(merged),
  )
  expect(answer.status).toBe(200)
  expect(await owner('select from files where patient_id = $1', [merged.id])).toHaveLength(1)
})
