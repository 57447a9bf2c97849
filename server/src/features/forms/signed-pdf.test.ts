import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { countersignForm, downloadForm, readForm, uploadForm, verifyFile } from '@fornix/contract'
import { afterAll, expect, test } from 'vitest'
import { hasOpenssl, openssl, verifyCms } from '../../../test/certificates.ts'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { testApp } from '../../../test/harness.ts'
import { hasPdfsig, pdfsig, pdfWords } from '../../../test/pdf-signatures.ts'
import { providerName } from '../../../test/provider-name.ts'
import { boundTo } from '../../platform/files/encryption/file-identity.ts'
import { sha256 } from '../../platform/signing/cades.ts'
import { checkForms } from './check-forms.ts'
import { exportForm } from './export-form.ts'

const { as, given, send, owner, database, platform } = await testApp()
const folder = await mkdtemp(`${tmpdir()}/fornix-forms-`)
afterAll(() => rm(folder, { recursive: true, force: true }))

const proved = (user: TestUser, amr: string) =>
  owner('update sessions set amr = $2 where session_id = $1', [user.session, amr])
const sign = async (ana: TestUser, signature = 'ana rivera') =>
  (
    await as(ana).call(
      uploadForm,
      { params: { key: ana.code }, body: { purposes: 'Personal Use', signature } as never },
      { file: { name: 'AuthorizationForm', bytes: smallPdf() } },
    )
  ).file_id
const download = async (user: TestUser, file_id: string) =>
  (await send(user, downloadForm, { params: { file_id } })).bytes
const verify = (bytes: Buffer) => as(null).call(verifyFile, { body: { sha256: sha256(bytes).toString('hex') } })
const countersigning = async () => {
  const ana = await given.patient()
  await owner('update projects set countersign_forms = true where project_id = $1', [ana.project])
  const nora = await given.staff('Nurse', ana.project)
  return { ana, nora, file_id: await sign(ana) }
}
const nameOf = ({ id }: TestUser) => providerName({ owner }, id)

test('what is sealed is the typed name, the fields, the factor, the version and the PDF', async () => {
  const ana = await given.patient()
  await proved(ana, '{pwd}')
  const file_id = await sign(ana)
  const [row] = await owner<Record<string, unknown>>('select * from form_signatures where file_id = $1', [file_id])
  expect(row).toMatchObject({
    signature: 'ana rivera',
    factor: 'password',
    form_version: '2026-1',
    pages_size: smallPdf().length,
  })
  expect(JSON.parse(row!['fields'] as string)).toMatchObject({
    patient: 'Ana Rivera',
    purposes: 'Personal Use',
    signature: 'ana rivera',
  })
  expect(await checkForms(platform, { file: file_id })).toMatchObject([{ broken: null, signatures: 1 }])
  expect((await as(ana).call(readForm, { params: { file_id } })).form).toMatchObject({
    factor: 'password',
    countersigned: null,
  })
})

test.each([
  ['factor', `factor = 'identity'`],
  ['fields', `fields = replace(fields, 'Personal', 'Any')`],
  ['pages', `pages_size = pages_size + 1`],
  ['certificate', `certificate_sha256 = sha256(certificate_sha256)`],
  ['time stamp', `is_stamped = true`],
  ['need of a countersignature', `needs_countersign = true`],
  ['age, as if it were from before', `factor = null`],
])('a form whose %s was changed is not shown', async (_, change) => {
  const ana = await given.patient()
  const file_id = await sign(ana)
  await owner(`update form_signatures set ${change} where file_id = $1`, [file_id])
  expect((await send(ana, downloadForm, { params: { file_id } })).status).toBe(409)
})

test('a form that was sealed before PDFs were signed is still shown', async () => {
  const ana = await given.patient()
  const file_id = await sign(ana)
  const [form] = await owner<Record<string, unknown>>(
    'select *, expiration_date::text as expiration_date from form_signatures where file_id = $1',
    [file_id],
  )
  const text = (name: string) => (form![name] as string | null) ?? ''
  const seal = platform.seals.seal(
    boundTo(
      'form',
      text('project_id'),
      file_id,
      text('patient_id'),
      text('signer_id'),
      text('signer_name'),
      text('signature'),
      text('meaning'),
      text('form_version'),
      new Date(form!['signed_at'] as string).toISOString(),
      (form!['sha256'] as Buffer).toString('hex'),
      text('study_uid'),
      text('purposes'),
      text('expiration_date'),
      text('form_date'),
    ),
  )
  await owner('update form_signatures set seal = $2, factor = null, fields = null where file_id = $1', [file_id, seal])
  expect((await send(ana, downloadForm, { params: { file_id } })).status).toBe(200)
  expect(await checkForms(platform, { file: file_id })).toMatchObject([{ broken: null, signatures: 0 }])
})

test('the command line finds a PDF whose certificate the project never had', async () => {
  const ana = await given.patient()
  const file_id = await sign(ana)
  await owner('delete from project_certificates where project_id = $1', [ana.project])
  const [{ broken } = { broken: '' }] = await checkForms(platform, { file: file_id })
  expect(broken).toBe('signature 1 of the PDF is by a certificate that the project never had')
})

test('a file that is no PDF is not taken as a form', async () => {
  const ana = await given.patient()
  const bytes = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
  const body = { signature: 'Ana Rivera' }
  const answer = await send(ana, uploadForm, { params: { key: ana.code }, body }, { file: { name: 'a', bytes } })
  expect(answer).toMatchObject({
    status: 400,
    body: { fields: { file: expect.stringContaining('could not be read') } },
  })
})

test('anybody can check a file by its hash, and learns the day alone', async () => {
  const ana = await given.patient()
  const file_id = await sign(ana)
  const bytes = await download(ana, file_id)
  const answer = await verify(bytes)
  expect(answer).toEqual({ state: 'known', signed_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
  bytes[bytes.length - 1] = 0
  expect(await verify(bytes)).toEqual({ state: 'unknown', signed_on: null })
  expect((await send(null, verifyFile, { body: { sha256: 'abc' } })).status).toBe(400)
})

test('a record that was changed vouches for nothing', async () => {
  const ana = await given.patient()
  const file_id = await sign(ana)
  const bytes = await download(ana, file_id)
  await owner(`update form_signatures set signed_at = signed_at - interval '1 year' where file_id = $1`, [file_id])
  expect(await verify(bytes)).toEqual({ state: 'unknown', signed_on: null })
})

test('where the project wants it, staff sign below, once, with their own name', async () => {
  const { ana, nora, file_id } = await countersigning()
  const before = await download(ana, file_id)
  const countersign = (signature: string, user = nora) =>
    send(user, countersignForm, { params: { file_id }, body: { signature } })
  expect(await countersign('Somebody Else')).toMatchObject({
    status: 400,
    body: { fields: { signature: expect.anything() } },
  })
  expect((await countersign('Ana Rivera', ana)).status).toBe(403)
  const name = await nameOf(nora)
  expect((await countersign(name.toLowerCase())).status).toBe(200)
  expect((await countersign(name)).status).toBe(409)

  const after = await download(ana, file_id)
  expect(after.subarray(0, before.length)).toEqual(before)
  expect((await as(ana).call(readForm, { params: { file_id } })).form.countersigned).toMatchObject({
    signer_name: name,
    signature: name.toLowerCase(),
    role: 'Nurse',
  })
  expect(await checkForms(platform, { file: file_id })).toMatchObject([{ broken: null, signatures: 2 }])
  expect((await verify(before)).state).toBe('replaced')
  expect((await verify(after)).state).toBe('known')
  if (!hasPdfsig) return
  expect((await pdfsig(folder, after)).match(/Signature is Valid/g)).toHaveLength(2)
  const words = await pdfWords(folder, after)
  expect(words).toContain(`Ana Rivera (${ana.code})`)
  expect(words).toContain(`${name} (${nora.code})`)
})

test('the file of before a countersignature stays as late as any that the database has let go of', async () => {
  const { ana, nora, file_id } = await countersigning()
  const keyOf = async () =>
    (await owner<{ storage_key: string }>('select storage_key from files where file_id = $1', [file_id]))[0]
  const before = await keyOf()
  await as(nora).call(countersignForm, { params: { file_id }, body: { signature: await nameOf(nora) } })
  expect(await keyOf()).not.toEqual(before)
  expect(await owner('select storage_key from file_removals where project_id = $1', [ana.project])).toEqual([before])
})

test('two who sign below at once are not both taken', async () => {
  const { nora, file_id } = await countersigning()
  const signature = await nameOf(nora)
  const answers = await Promise.all(
    [1, 2].map(() => send(nora, countersignForm, { params: { file_id }, body: { signature } })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test.each([
  ['name', `signature = 'Somebody Else'`],
  ['time', `signed_at = signed_at - interval '1 day'`],
  ['hash', `signed_sha256 = sha256(sha256)`],
])('a countersignature whose %s was changed is found', async (_, change) => {
  const { ana, nora, file_id } = await countersigning()
  await as(nora).call(countersignForm, { params: { file_id }, body: { signature: await nameOf(nora) } })
  await owner(`update form_countersignatures set ${change} where file_id = $1`, [file_id])
  expect((await send(ana, downloadForm, { params: { file_id } })).status).toBe(409)
})

test('a form of a project that wants no countersignature gets none', async () => {
  const ana = await given.patient()
  const nora = await given.staff('Nurse', ana.project)
  const file_id = await sign(ana)
  const answer = await send(nora, countersignForm, { params: { file_id }, body: { signature: await nameOf(nora) } })
  expect(answer).toMatchObject({ status: 409, body: { code: 'not_needed' } })
})

test.skipIf(!hasOpenssl)('openssl checks seals and signatures by what the command line exports', async () => {
  const { nora, file_id } = await countersigning()
  await as(nora).call(countersignForm, { params: { file_id }, body: { signature: await nameOf(nora) } })
  const [form] = await checkForms(platform, { file: file_id })
  const out = `${folder}/openssl`
  await exportForm(platform, out, form!, await platform.signer.certificates.all(nora.project))
  const at = (name: string) => `${out}/${name}`
  const trusted = at('certificates.pem')
  for (const n of [1, 2]) {
    const seal = n === 1 ? ['sealed.json', 'seal.bin'] : ['sealed-2.json', 'seal-2.bin']
    const [content, by] = seal.map(at) as [string, string]
    await openssl(
      'pkeyutl',
      '-verify',
      '-pubin',
      '-inkey',
      at('seal-key.pem'),
      '-rawin',
      '-in',
      content,
      '-sigfile',
      by,
    )
    const signed = { signature: at(`signature-${n}.der`), content: at(`signed-${n}.bin`), trusted }
    await verifyCms(signed, '-cades')
  }
  const other = { signature: at('signature-1.der'), content: at('signed-2.bin'), trusted }
  await expect(verifyCms(other)).rejects.toThrow()
})

test.each([
  ['{pwd}', 'password'],
  ['{pwd,otp}', 'password_and_step'],
  ['{oidc}', 'identity'],
  ['{oidc,mail}', 'identity_and_step'],
  ['{passkey}', 'passkey'],
  ['{}', 'session'],
])('a session proven by %s signs by %s', async (amr, factor) => {
  const ana = await given.patient()
  await proved(ana, amr)
  const file_id = await sign(ana)
  expect((await as(ana).call(readForm, { params: { file_id } })).form.factor).toBe(factor)
})

test('nobody signs below a form of their own', async () => {
  const { ana, file_id } = await countersigning()
  const nora = await given.staff('Nurse', ana.project, { login: ana.login, email: ana.email })
  const answer = await send(nora, countersignForm, { params: { file_id }, body: { signature: await nameOf(nora) } })
  expect(answer).toMatchObject({ status: 403, body: { code: 'own_record' } })
})

test('nobody signs below a form of a patient for whom they act, for as long as they do', async () => {
  const { ana, file_id } = await countersigning()
  const maria = await given.caregiver(ana)
  const nora = await given.staff('Nurse', ana.project, { login: maria.login, email: 'maria@staff.example' })
  const signing = { params: { file_id }, body: { signature: await nameOf(nora) } }
  expect(await send(nora, countersignForm, signing)).toMatchObject({ status: 403, body: { code: 'own_record' } })
  await owner("update caregivers set ended_at = now(), ended_by = 'clinic' where caregiver_id = $1", [maria.caregiver])
  expect((await send(nora, countersignForm, signing)).status).toBe(200)
})

test('nobody signs below a form that they signed for somebody else', async () => {
  const ana = await given.patient()
  await owner('update projects set countersign_forms = true where project_id = $1', [ana.project])
  const maria = await given.caregiver(ana)
  const file_id = await sign(maria, 'Maria Soto')
  await owner("update caregivers set ended_at = now(), ended_by = 'clinic' where caregiver_id = $1", [maria.caregiver])
  const nora = await given.staff('Nurse', ana.project, { login: maria.login, email: 'maria@staff.example' })
  const answer = await send(nora, countersignForm, { params: { file_id }, body: { signature: await nameOf(nora) } })
  expect(answer).toMatchObject({ status: 403, body: { code: 'own_record' } })
})

test('an export leaves a row in the trail, opens to its owner alone, and writes over nothing', async () => {
  const ana = await given.patient()
  const file_id = await sign(ana)
  const [form] = await checkForms(platform, { file: file_id })
  const out = `${folder}/export`
  const run = async () => exportForm(platform, out, form!, await platform.signer.certificates.all(ana.project))
  const rows = () =>
    owner("select patient_id from audit_events where action = 'form.export' and object_id = $1", [file_id])
  await run()
  expect(await rows()).toEqual([{ patient_id: ana.id }])
  expect((await stat(out)).mode & 0o777).toBe(0o700)
  for (const name of await readdir(out)) expect((await stat(`${out}/${name}`)).mode & 0o777).toBe(0o600)
  await expect(run()).rejects.toThrow('is not empty')
  expect(await rows()).toHaveLength(1)

  const silent = { ...platform, database: { ...database, unscoped: () => Promise.reject(new Error('no trail')) } }
  const other = `${folder}/other`
  await expect(exportForm(silent, other, form!, [])).rejects.toThrow('no trail')
  expect(await readdir(other)).toEqual([])
})
