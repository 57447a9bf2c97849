import { writeFile } from 'node:fs/promises'
import { dayMs } from '@fornix/contract'
import { OctetString } from 'asn1js'
import { Certificate, ContentInfo, EncapsulatedContentInfo, SignedData } from 'pkijs'
import { expect, test } from 'vitest'
import { hasOpenssl, verifyCms } from '../../../test/certificates.ts'
import { hasPdfsig, pdfsig } from '../../../test/pdf-signatures.ts'
import { signingWorld } from '../../../test/signing-world.ts'
import { projectId, staffScope } from '../database/scope.ts'
import { ProjectKeyLost } from '../files/encryption/project-keys.ts'
import { newCertificate, pemOf } from './certificate.ts'
import { checkSignature } from './check-signature.ts'
import { UnreadablePdf } from './document-signer.ts'
import { projectCertificates } from './project-certificates.ts'

const { platform, given, database, signer, folder, page, by, pdf, signed, found } = await signingWorld()

const signedData = '1.2.840.113549.1.7.2'
const plainData = '1.2.840.113549.1.7.1'

test('what was signed stays byte by byte, and the signature covers it and the page', async () => {
  const { pdf: bytes, certificate } = await signed()
  expect(bytes.subarray(0, pdf.length)).toEqual(pdf)
  const [one, ...others] = found(bytes)
  expect(others).toEqual([])
  expect(one?.end).toBe(bytes.length)
  expect(await checkSignature(one!)).toEqual({ isValid: true, certificate, stampedAt: null })
})

test.each([20, pdf.length + 100])('a changed byte %d is found', async (at) => {
  const { pdf: bytes } = await signed()
  bytes[at] = (bytes[at] ?? 0) ^ 1
  expect(await checkSignature(found(bytes)[0]!)).toMatchObject({ isValid: false })
})

test('neither bytes inside a signature nor a certificate of somebody else beside the own one are believed', async () => {
  const { pdf: bytes } = await signed()
  const [one] = found(bytes)
  const stranger = await newCertificate('Clinic')
  const forged = (change: (data: SignedData) => void) => {
    const data = new SignedData({ schema: ContentInfo.fromBER(Uint8Array.from(one!.signature)).content })
    change(data)
    const schema = new ContentInfo({ contentType: signedData, content: data.toSchema(true) }).toSchema()
    return checkSignature({ ...one!, covered: Buffer.from('other pages'), signature: Buffer.from(schema.toBER()) })
  }
  expect(await forged(() => undefined)).toMatchObject({ isValid: false })
  const eContent = new OctetString({ valueHex: Uint8Array.from(one!.covered).buffer })
  expect(
    await forged((data) => {
      data.encapContentInfo = new EncapsulatedContentInfo({ eContentType: plainData, eContent })
    }),
  ).toBeNull()
  expect(
    await forged((data) => {
      data.certificates = [...(data.certificates ?? []), Certificate.fromBER(Uint8Array.from(stranger.certificate))]
    }),
  ).toBeNull()
})

test('a second signature stands in the box of the page, and the first stays valid', async () => {
  const { project_id, pdf: first } = await signed({ countersign: 'Countersigned by' })
  const { pdf: both } = await signer.countersign(project_id, first, ['Nora Nurse'], { ...by, name: 'Nora Nurse' })
  expect(both.subarray(0, first.length)).toEqual(first)
  const ends = found(both).map(({ end }) => end)
  expect(ends).toEqual([first.length, both.length])
  for (const one of found(both)) expect(await checkSignature(one)).toMatchObject({ isValid: true })
  await expect(signer.countersign(project_id, both, ['Again'], by)).rejects.toThrow(UnreadablePdf)
})

test('there is no second signature without a box for it, and none on what is no PDF', async () => {
  const { project_id, pdf: bytes } = await signed()
  await expect(signer.countersign(project_id, bytes, ['Nora'], by)).rejects.toThrow(UnreadablePdf)
  for (const broken of [
    '%PDF-1.4\n%%EOF\n',
    'nothing',
    '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ])
    await expect(signer.sign(project_id, Buffer.from(broken), page, by)).rejects.toThrow(UnreadablePdf)
})

test.each(['Łukasz Żółć', 'Ёлка', 'Ana Núñez'])('the page has the letters of %s', async (name) => {
  const { pdf: bytes } = await signed({ rows: [['Signed by', name]] })
  expect(bytes.includes('DejaVu')).toBe(name !== 'Ana Núñez')
})

test('a project signs by one certificate, until it is replaced, is about to end, or its key is lost', async () => {
  const project_id = await given.project()
  const { files } = platform
  const at = (clock: () => number) => projectCertificates({ database, keys: files.keys }, clock)
  const now = at(Date.now)
  const [first, again] = await Promise.all([now.current(project_id), now.current(project_id)])
  expect(again.certificate).toEqual(first.certificate)

  const replaced = await now.replace(project_id)
  expect(replaced.certificate).not.toEqual(first.certificate)
  expect((await now.current(project_id)).certificate).toEqual(replaced.certificate)

  const nearTheEnd = at(() => Date.now() + (5 * 365 - 30) * dayMs)
  const renewed = await nearTheEnd.current(project_id)
  expect(renewed.certificate).not.toEqual(replaced.certificate)
  expect((await now.all(project_id)).map(({ is_current }) => is_current)).toEqual([true, false, false])

  let isLost = true
  const open = (project: string, version: number) => {
    if (!isLost) return files.keys.open(project, version)
    isLost = false
    throw new ProjectKeyLost({ project_id: project, version })
  }
  const afterLoss = projectCertificates({ database, keys: { ...files.keys, open } })
  expect((await afterLoss.current(project_id)).certificate).not.toEqual(renewed.certificate)
})

test('nobody of a project reads its certificates as a caller', async () => {
  const ana = await given.patient()
  await signer.certificates.current(ana.project)
  await expect(
    database.scoped(staffScope(projectId(ana.project)), (db) =>
      db.selectFrom('project_certificates').selectAll().execute(),
    ),
  ).rejects.toThrow(/permission denied/)
})

test.skipIf(!hasOpenssl)('openssl finds the signature valid, and not that of a changed file', async () => {
  const { project_id, pdf: bytes } = await signed()
  const [known] = await signer.certificates.all(project_id)
  const [one] = found(bytes)
  const [der, content, pem] = ['der', 'bin', 'pem'].map((kind) => `${folder}/form.${kind}`) as [string, string, string]
  await Promise.all([
    writeFile(der, one!.signature),
    writeFile(content, one!.covered),
    writeFile(pem, pemOf(known!.certificate)),
  ])
  const verify = () => verifyCms({ signature: der, content, trusted: pem }, '-cades')
  await verify()
  await writeFile(content, Buffer.concat([one!.covered, Buffer.from(' ')]))
  await expect(verify()).rejects.toThrow(/verification failure/i)
})

test.skipIf(!hasPdfsig)('pdfsig finds the signatures valid, and not those of a changed file', async () => {
  const { project_id, pdf: first } = await signed({ countersign: 'Countersigned by' })
  const { pdf: both } = await signer.countersign(project_id, first, ['Nora Nurse'], { ...by, name: 'Nora Nurse' })
  for (const [bytes, count] of [
    [first, 1],
    [both, 2],
  ] as const) {
    const said = await pdfsig(folder, bytes)
    expect(said.match(/Signature is Valid/g)).toHaveLength(count)
    expect(said).toContain('ETSI.CAdES.detached')
    expect(said).toMatch(/Total document signed/)
  }
  both[20] = (both[20] ?? 0) ^ 1
  const said = await pdfsig(folder, both)
  expect(said).not.toContain('Signature is Valid')
  expect(said.match(/Digest Mismatch/g)).toHaveLength(2)
})
