import { randomUUID } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import {
  dayMs,
  downloadDocument,
  downloadForm,
  listMyDocuments,
  markOf,
  notToday,
  readForm,
  siteDay,
  updateMyProfile,
  uploadForm,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'
import { brokenSeal, findSignature } from '../../clinic/records/form-record.ts'
import { projectId, staffScope } from '../../platform/database/scope.ts'
import { checkForms } from './check-forms.ts'

const { as, given, send, owner, folder, database, platform } = await testApp()

const inAYear = `${new Date().getUTCFullYear() + 1}-01-31`
const fields = {
  purposes: 'Personal Use',
  expiration_date: inAYear,
  signature: 'Ana Rivera',
  date: new Date().toISOString().slice(0, 10),
}
const upload = (patient: TestUser, bytes: Buffer, body: object = fields, name = 'AuthorizationForm') =>
  send(patient, uploadForm, { params: { key: patient.code }, body }, { file: { name, bytes } })
const signed = async (patient: TestUser, bytes = smallPdf(), body: object = fields) =>
  (await upload(patient, bytes, body)).body.file_id as string
const download = (user: TestUser, file_id: string) => send(user, downloadForm, { params: { file_id } })
const storedBytes = async () => {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  return names.filter((entry) => entry.isFile()).map(({ parentPath, name }) => `${parentPath}/${name}`)
}
const actionsOn = (file: string) =>
  owner<{ action: string; result: string }>(
    'select action, result from audit_events where object_id = $1 order by event_id',
    [file],
  )

test('a form is stored encrypted as what it is, with a record of who signed what and when', async () => {
  const ana = await given.patient()
  const bytes = smallPdf('I authorize the disclosure of my scans')

  const answer = await upload(ana, bytes)

  expect(answer.status).toBe(201)
  const file_id = answer.body.file_id as string
  const { documents } = await as(ana).call(listMyDocuments, { params: { key: ana.code }, query: {} })
  expect(documents).toMatchObject([
    { file_id, file_name: 'AuthorizationForm', kind: 'authorization_form', file_type: 'pdf', deletable: false },
  ])
  const files = await storedBytes()
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) expect((await readFile(file)).includes('authorize')).toBe(false)
  const { form } = await as(ana).call(readForm, { params: { file_id } })
  expect(form).toMatchObject({
    signer_name: 'Ana Rivera',
    signature: 'Ana Rivera',
    purposes: 'Personal Use',
    expiration_date: inAYear,
    study_UID: null,
  })
  expect(Date.now() - Date.parse(form.signed_at)).toBeLessThan(60_000)
})

test('the signer reads it, and so do staff; every reading is noted', async () => {
  const ana = await given.patient()
  const nora = await given.staff('Nurse', ana.project)
  const bytes = smallPdf()
  const file_id = await signed(ana, bytes)

  for (const user of [ana, nora]) {
    const answer = await download(user, file_id)
    expect(answer.bytes.subarray(0, bytes.length)).toEqual(bytes)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toContain('attachment')
  }
  await send(nora, readForm, { params: { file_id } })

  expect((await actionsOn(file_id)).map(({ action }) => action)).toEqual([
    'form.sign',
    'form.read',
    'form.read',
    'form.read',
  ])
})

test('it is no document to the calls of documents, and a document is no form', async () => {
  const ana = await given.patient()
  const nora = await given.staff('Nurse', ana.project)
  const file_id = await signed(ana)

  expect((await send(nora, downloadDocument, { params: { file_id } })).status).toBe(404)
  await owner(`update files set kind = 'document' where file_id = $1`, [file_id])
  expect((await download(nora, file_id)).status).toBe(404)
})

test('a form that names a scan of somebody else is not taken, nor is one that ends in the past', async () => {
  const ana = await given.patient()
  const bob = await given.patient(ana.project)
  await owner('insert into studies (project_id, study_id, patient_id, study_uid) values ($1, $2, $3, $4)', [
    bob.project,
    randomUUID(),
    bob.id,
    '1.2.840.77',
  ])
  const before = (await storedBytes()).length

  expect((await upload(ana, smallPdf(), { study_id: '1.2.840.77' })).status).toBe(404)
  expect(await upload(ana, smallPdf(), { expiration_date: '2026-01-31' })).toMatchObject({
    status: 400,
    body: { fields: { expiration_date: 'The expiration date has passed' } },
  })
  expect((await upload(ana, smallPdf(), { expiration_date: '2999-01-31' })).status).toBe(400)
  for (const date of ['2019-01-01', '2999-01-01', 'long ago'])
    expect(await upload(ana, smallPdf(), { ...fields, date })).toMatchObject({
      status: 400,
      body: { fields: { date: notToday } },
    })
  expect((await storedBytes()).length).toBe(before)
})

const pdf = (body: string) => Buffer.from(`%PDF-1.4\n${body}\ntrailer<</Root 1 0 R>>\n%%EOF\n`)
test.each([
  ['a script', pdf('1 0 obj<</S/JavaScript/JS(app.alert\\(1\\))>>endobj')],
  ['a script under a written-out name', pdf('1 0 obj<</S/J#61va#53cript/JS(x)>>endobj')],
  ['a program to start', pdf('1 0 obj<</S /Launch /F (calc.exe)>>endobj')],
  ['an attachment', pdf('1 0 obj<</Type/EmbeddedFile/Length 0>>stream\nendstream endobj')],
  ['names of attachments', pdf('1 0 obj<</Names<</EmbeddedFiles 2 0 R>>>>endobj')],
  ['a form that sends itself', pdf('1 0 obj<</S/SubmitForm/F(https://x.example)>>endobj')],
  ['media', pdf('1 0 obj<</Subtype/RichMedia>>endobj')],
  ['compressed objects, which could hide any of these', pdf('1 0 obj<</Type/ObjStm/N 1/First 4>>stream\nendstream')],
  ['encryption, which could too', pdf('trailer<</Encrypt 5 0 R>>')],
  ['something else than a PDF', Buffer.from('<script>alert(1)</script>')],
])('%s is not taken as a form, whatever it is called', async (_, bytes) => {
  const ana = await given.patient()

  for (const name of ['AuthorizationForm', 'AuthorizationForm.pdf'])
    expect((await upload(ana, bytes, fields, name)).status).toBe(415)
  expect(await owner('select from files where patient_id = $1', [ana.id])).toEqual([])
})

test('a form over 5 MB is not taken', async () => {
  const ana = await given.patient()
  const bytes = Buffer.concat([smallPdf(), Buffer.alloc(5_300_000, ' ')])

  expect(await upload(ana, bytes)).toMatchObject({ status: 413, body: { error: 'File size exceeds 5MB limit.' } })
})

test('a name that lies across two pieces of the upload is found', async () => {
  const ana = await given.patient()
  const head = 'x'.repeat(65_536 - 40)

  for (let shift = 0; shift < 60; shift += 7)
    expect((await upload(ana, pdf(`% ${head}${'y'.repeat(shift)}<</S/JavaScript>>`))).status).toBe(415)
})

const broken = async (ana: TestUser, file_id: string, reason: string) => {
  for (const call of [downloadForm, readForm])
    expect(await send(ana, call, { params: { file_id } })).toMatchObject({
      status: 409,
      body: { error: 'This form was changed after it was signed, so it is not shown. We have been notified.' },
    })
  const rows = (await actionsOn(file_id)).filter(({ action }) => action === 'form.broken')
  expect(rows).toEqual([
    { action: 'form.broken', result: reason },
    { action: 'form.broken', result: reason },
  ])
}

test.each([
  ['signature', `signature = 'Somebody Else'`],
  ['time', `signed_at = signed_at + interval '1 day'`],
  ['end', `expiration_date = expiration_date + 365`],
  ['purposes', `purposes = 'Other: research'`],
  ['hash', `sha256 = sha256(sha256)`],
  ['scan', `study_uid = '1.2.3.4'`],
])('a form whose %s was changed is not shown, and an alert is left', async (_, change) => {
  const ana = await given.patient()
  const file_id = await signed(ana)

  await owner(`update form_signatures set ${change} where file_id = $1`, [file_id])

  await broken(ana, file_id, 'the record of the signature was changed')
})

test('a form whose bytes were changed in the store is not shown', async () => {
  const ana = await given.patient()
  const before = new Set(await storedBytes())
  const file_id = await signed(ana)
  const [path = ''] = (await storedBytes()).filter((file) => !before.has(file))
  const bytes = await readFile(path)
  bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1
  await writeFile(path, bytes)

  for (const call of [downloadForm, readForm])
    expect(await send(ana, call, { params: { file_id } })).toMatchObject({ status: 409, body: { code: 'file_broken' } })
  expect(await checkForms(platform, { file: file_id })).toMatchObject([{ broken: 'the file cannot be read' }])
})

test('a form that was replaced by another one of the same patient is not shown', async () => {
  const ana = await given.patient()
  const [file_id, other] = [await signed(ana, smallPdf('one')), await signed(ana, smallPdf('two'))]
  await owner(
    'update form_signatures a set sha256 = b.sha256, seal = b.seal from form_signatures b where a.file_id = $1 and b.file_id = $2',
    [file_id, other],
  )

  await broken(ana, file_id, 'the record of the signature was changed')
})

test('a form of which the store holds other bytes is not as it was signed', async () => {
  const ana = await given.patient()
  const file_id = await signed(ana)
  const scope = staffScope(projectId(ana.project))
  const form = await database.scoped(scope, (db) => findSignature(db, file_id))
  if (!form) throw new Error('There is no form')
  expect(brokenSeal(platform.seals, form, form.sha256, undefined)).toBeNull()
  expect(brokenSeal(platform.seals, form, Buffer.alloc(32), undefined)).toBe('the file was changed')
  expect(brokenSeal(platform.seals, form, null, undefined)).toBe('the file cannot be read')
})

test('the command line finds the forms that were changed', async () => {
  const ana = await given.patient()
  const [good, bad] = [await signed(ana), await signed(ana)]
  await owner(`update form_signatures set signer_name = 'Mallory' where file_id = $1`, [bad])

  const check = (file: string) => checkForms(platform, { file })
  expect(await check(good)).toMatchObject([{ file_id: good, broken: null }])
  expect(await check(bad)).toMatchObject([{ file_id: bad, broken: 'the record of the signature was changed' }])
  expect((await checkForms(platform)).length).toBeGreaterThan(1)
})

test.each(['Ana Rivera', 'ANA  RIVERA', ' Àna Rivera '])('%j signs for Ana Rivera', async (signature) => {
  const ana = await given.patient()
  const answer = await upload(ana, smallPdf(), { ...fields, signature })
  expect(answer.status).toBe(201)
  const { form } = await as(ana).call(readForm, { params: { file_id: answer.body.file_id } })
  expect([form.signer_name, form.signature]).toEqual(['Ana Rivera', signature.trim()])
})

test.each([
  [{ signature: 'Somebody Else' }],
  [{ signature: 'Ana' }],
  [{ signature: '' }],
  [{ signature: '.' }],
  [{ signature: undefined }],
])('a form signed with %j is not taken, and nothing of it stays', async (change) => {
  const ana = await given.patient()
  const before = (await storedBytes()).length
  const body = JSON.parse(JSON.stringify({ ...fields, ...change }))
  expect(await upload(ana, smallPdf(), body)).toMatchObject({
    status: 400,
    body: { fields: { signature: 'Please sign with your name as it appears in your profile: Ana Rivera.' } },
  })
  expect((await storedBytes()).length).toBe(before)
})

test('the signature follows the profile, with hyphens and apostrophes as one types them', async () => {
  const ana = await given.patient()
  await as(ana).call(updateMyProfile, { body: { first_name: 'Zoë-Ann', last_name: 'O’Brien' } })
  expect((await upload(ana, smallPdf(), { ...fields, signature: "zoe ann o'brien" })).status).toBe(201)
  expect((await upload(ana, smallPdf())).status).toBe(400)
})

test('what the PDF says of itself is what is sealed, or the form is not taken', async () => {
  const ana = await given.patient()
  const study_id = await given.study({ project: ana.project, patient: ana.id, date: '20260214' })
  const body = { ...fields, study_id }
  const paper = { ...body, patient: 'Ana Rivera', scan_date: '20260214' }
  const change: [string, string][] = [
    ['patient', 'Ben Okafor'],
    ['study_id', '1.2.3'],
    ['scan_date', '20260215'],
    ['purposes', 'Second Opinion'],
    ['expiration_date', '2027-01-30'],
    ['signature', 'Ben Okafor'],
    ['date', '2026-11-20'],
  ]
  for (const [name, value] of change)
    expect((await upload(ana, smallPdf(markOf({ ...paper, [name]: value })), body)).body.fields).toHaveProperty('file')
  expect((await upload(ana, smallPdf('fornix-form:bm90aGluZw=='), body)).status).toBe(400)
  expect((await upload(ana, smallPdf(markOf(paper)), body)).status).toBe(201)
})

test('a form that names no last day is sealed with the one a year from now', async () => {
  const ana = await given.patient()
  const { body } = await upload(ana, smallPdf(), { signature: 'Ana Rivera' })
  const [row] = await owner('select expiration_date::text from form_signatures where file_id = $1', [body.file_id])
  const [year = 0, month = 0, day = 0] = siteDay(new Date(), 'America/New_York').split('-').map(Number)
  // For February 29 it is March 1.
  expect(row).toEqual({ expiration_date: new Date(Date.UTC(year + 1, month - 1, day)).toISOString().slice(0, 10) })
})

// At any moment, one of the two has a date different from Greenwich.
test.each(['Pacific/Kiritimati', 'Etc/GMT+12'])(
  'a form may end today, and not before, as days are in %s',
  async (zone) => {
    const ana = await given.patient()
    await owner('update projects set time_zone = $1 where project_id = $2', [zone, ana.project])
    const today = siteDay(new Date(), zone)
    const yesterday = siteDay(new Date(Date.now() - dayMs), zone)
    expect((await upload(ana, smallPdf(), { ...fields, expiration_date: today })).status).toBe(201)
    expect((await upload(ana, smallPdf(), { ...fields, expiration_date: yesterday })).body.fields).toEqual({
      expiration_date: 'The expiration date has passed',
    })
  },
)
