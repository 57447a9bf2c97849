import { X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import { hourMs } from '@fornix/contract'
import { Integer, OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  Extension,
  ExtKeyUsage,
  IssuerAndSerialNumber,
  MessageImprint,
  SignedData,
  SignerInfo,
  TSTInfo,
} from 'pkijs'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { authority, hasOpenssl, openssl } from '../../../test/certificates.ts'
import { hasPdfsig, pdfsig, testRevocationList, testTimeAuthority } from '../../../test/pdf-signatures.ts'
import { signingWorld } from '../../../test/signing-world.ts'
import { sha256 } from './cades.ts'
import { newCertificate, pemOf } from './certificate.ts'
import { checkSignature } from './check-signature.ts'
import { documentSigner } from './document-signer.ts'
import { chainTo, timeAuthority, timeIn } from './time-stamp.ts'

const { platform, folder, by, signed, found } = await signingWorld()

/** The validation data in the PDF, as another program reads it. */
const storeIn = async (bytes: Buffer) => {
  const { catalog } = await PDFDocument.load(bytes)
  const store = catalog.lookupMaybe(PDFName.of('DSS'), PDFDict)
  const streams = (name: string) =>
    (store?.lookup(PDFName.of(name), PDFArray).asArray() ?? []).map((_, n) =>
      Buffer.from(store!.lookup(PDFName.of(name), PDFArray).lookup(n, PDFRawStream).getContents()),
    )
  return { certificates: streams('Certs'), lists: streams('CRLs') }
}

describe.skipIf(!hasOpenssl)('with a time stamping authority', () => {
  const stamping = (TSA_URL: string, TSA_CA_FILE?: string) =>
    documentSigner({ ...platform, keys: platform.files.keys, tsa: timeAuthority({ TSA_URL, TSA_CA_FILE }) })
  const isStampedBy = async (...by: Parameters<typeof stamping>) => (await signed({}, stamping(...by))).isStamped

  test('the signature gets a token, which openssl finds good', async () => {
    const authority = await testTimeAuthority(folder)
    try {
      const { pdf: bytes, isStamped } = await signed({}, stamping(authority.url))
      expect(isStamped).toBe(true)
      const checked = await checkSignature(found(bytes)[0]!)
      expect(checked?.isValid).toBe(true)
      expect(Date.now() - checked!.stampedAt!.getTime()).toBeLessThan(60_000)
      if (hasPdfsig) expect(await pdfsig(folder, bytes)).toContain('Signature is Valid')
      const tokens = ['-in', `${folder}/stamp-0.tsr`, '-queryfile', `${folder}/stamp-0.tsq`]
      const { stdout } = await openssl('ts', '-verify', ...tokens, '-CAfile', authority.certificate)
      expect(stdout).toContain('Verification: OK')
    } finally {
      await authority.close()
    }
  })

  test('its certificate is one of those that the file names, or issued by one', async () => {
    const other = await authority(folder, 'other')
    const issuer = await authority(folder, 'issuer')
    const alone = await testTimeAuthority(folder)
    try {
      expect(await isStampedBy(alone.url, alone.certificate)).toBe(true)
      expect(await isStampedBy(alone.url, other.certificate)).toBe(false)
    } finally {
      await alone.close()
    }
    const issued = await testTimeAuthority(folder, { issuer: `${folder}/issuer` })
    try {
      expect(await isStampedBy(issued.url, issuer.certificate)).toBe(true)
      expect(await isStampedBy(issued.url, other.certificate)).toBe(false)
    } finally {
      await issued.close()
    }
    await writeFile(`${folder}/empty.pem`, '')
    expect(() => stamping('http://127.0.0.1:9/', `${folder}/empty.pem`)).toThrow('TSA_CA_FILE')
  })

  const listing = async () => {
    const issuer = await authority(folder, 'issuer')
    const list = await testRevocationList(folder, `${folder}/issuer`)
    const served = await testTimeAuthority(folder, { issuer: `${folder}/issuer`, list: list.url })
    onTestFinished(() => Promise.all([served.close(), list.close()]).then(() => {}))
    return { issuer, list, served, by: stamping(served.url, issuer.certificate) }
  }

  test('what checks the token once its authority is gone is in the file, and openssl checks it by that alone', async () => {
    const { issuer, list, by: own } = await listing()
    const { project_id, pdf: first } = await signed({ countersign: 'Countersigned by' }, own)
    const [one] = found(first)
    expect(one?.end).toBe(first.length)
    const { certificates, lists } = await storeIn(first)
    expect([certificates.length, lists.length, list.asked()]).toEqual([2, 1, 1])

    const at = (name: string) => `${folder}/lt-${name}`
    const data = new SignedData({ schema: ContentInfo.fromBER(Uint8Array.from(one!.signature)).content })
    const [signer] = data.signerInfos
    const stamp = signer?.unsignedAttrs?.attributes[0]?.values[0]
    await Promise.all([
      writeFile(at('token.der'), Buffer.from(stamp.toBER())),
      writeFile(at('stamped.bin'), signer!.signature.valueBlock.valueHexView),
      writeFile(at('certificates.pem'), certificates.map(pemOf).join('')),
      writeFile(at('list.der'), lists[0]!),
      writeFile(at('own.pem'), pemOf(certificates[0]!)),
    ])
    await openssl('crl', '-inform', 'DER', '-in', at('list.der'), '-out', at('list.pem'))
    const trusted = ['-CAfile', issuer.certificate]
    const token = [
      '-token_in',
      '-in',
      at('token.der'),
      '-data',
      at('stamped.bin'),
      '-untrusted',
      at('certificates.pem'),
    ]
    expect((await openssl('ts', '-verify', ...token, ...trusted)).stdout).toContain('Verification: OK')
    const chain = [...trusted, '-crl_check', '-purpose', 'timestampsign', at('own.pem')]
    expect((await openssl('verify', '-CRLfile', at('list.pem'), ...chain)).stdout).toContain(': OK')
    await expect(openssl('verify', ...chain)).rejects.toThrow(/unable to get certificate CRL/)

    const { pdf: both } = await own.countersign(project_id, first, ['Nora'], { ...by, name: 'Nora' })
    for (const signature of found(both)) expect(await checkSignature(signature)).toMatchObject({ isValid: true })
    if (hasPdfsig) expect((await pdfsig(folder, both)).match(/Signature is Valid/g)).toHaveLength(2)
    expect(list.asked()).toBe(1)
  })

  test('a certificate that is revoked tells no time; without a list the token stands alone', async () => {
    const revoked = await listing()
    await revoked.list.revoke(revoked.served.certificate)
    const { pdf: bytes, isStamped } = await signed({}, revoked.by)
    expect(isStamped).toBe(false)
    expect(await storeIn(bytes)).toEqual({ certificates: [], lists: [] })

    const away = await listing()
    away.list.goAway()
    const alone = await signed({}, away.by)
    expect(alone.isStamped).toBe(true)
    expect(await storeIn(alone.pdf)).toEqual({ certificates: [], lists: [] })
  })

  test('a list of another authority, and one without end, are none', async () => {
    const issuer = await authority(folder, 'issuer')
    await authority(folder, 'impostor')
    const foreign = await testRevocationList(folder, `${folder}/impostor`)
    const long = createServer((_, response) => response.end(Buffer.alloc(300_000)))
    await new Promise<void>((resolve) => long.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void long.close())
    onTestFinished(() => foreign.close().then(() => {}))
    const longUrl = `http://127.0.0.1:${(long.address() as AddressInfo).port}/`
    for (const list of [foreign.url, longUrl]) {
      const served = await testTimeAuthority(folder, { issuer: `${folder}/issuer`, list })
      const { pdf: bytes, isStamped } = await signed({}, stamping(served.url, issuer.certificate))
      await served.close()
      expect(isStamped).toBe(true)
      expect((await storeIn(bytes)).lists).toEqual([])
    }
  })

  test('certificates that all issued each other lead nowhere, and not on every path', async () => {
    const loop = ['-x509', '-key', `${folder}/loop.key`, '-days', '2', '-subj', '/CN=Loop', '-sha256']
    await openssl('genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256', '-out', `${folder}/loop.key`)
    const certificates = await Promise.all(
      Array.from({ length: 10 }, async (_, n) => {
        await openssl('req', ...loop, '-set_serial', String(n + 1), '-out', `${folder}/loop-${n}.crt`)
        return new X509Certificate(await readFile(`${folder}/loop-${n}.crt`))
      }),
    )
    const [own, ...others] = certificates as [X509Certificate, ...X509Certificate[]]
    const stranger = new X509Certificate(await readFile((await authority(folder, 'stranger')).certificate))
    expect(chainTo([stranger], own, others, new Date()) !== undefined).toBe(false)
    expect(chainTo([others[3]!], own, others, new Date()) !== undefined).toBe(true)
    expect(chainTo([others[3]!], own, others, new Date(0)) !== undefined).toBe(false)
    expect(chainTo([others[3]!], own, [...others, own, stranger], new Date()) !== undefined).toBe(false)
  })

  test('a token of another hour is not taken', async () => {
    const served = await testTimeAuthority(folder)
    onTestFinished(() => served.close().then(() => {}))
    // Back, not ahead: otherwise all later ids in this process would be in the future.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - hourMs })
    onTestFinished(() => void vi.useRealTimers())
    expect(await isStampedBy(served.url)).toBe(false)
    expect(served.answers()).toBe(1)
  })

  test('a response that is longer than any token is not taken', async () => {
    const served = await testTimeAuthority(folder, { padding: 40_000 })
    onTestFinished(() => served.close().then(() => {}))
    expect(await isStampedBy(served.url)).toBe(false)
    expect(served.answers()).toBe(1)
  })

  test('an authority that does not answer keeps nobody from signing', async () => {
    const { pdf: bytes, isStamped } = await signed({}, stamping('http://127.0.0.1:9/'))
    expect(isStamped).toBe(false)
    expect(await checkSignature(found(bytes)[0]!)).toMatchObject({ isValid: true, stampedAt: null })
  })
})

const [timeStamping, clientAuth] = ['1.3.6.1.5.5.7.3.8', '1.3.6.1.5.5.7.3.2']

test.each([
  { keyPurposes: [timeStamping], critical: true, tells: true },
  { keyPurposes: [timeStamping], critical: false, tells: false },
  { keyPurposes: [timeStamping, clientAuth], critical: true, tells: false },
  { keyPurposes: [clientAuth], critical: true, tells: false },
])(
  'a token tells the time only by a certificate for time stamps alone: %o',
  async ({ keyPurposes, critical, tells }) => {
    const bytes = Buffer.from('a signature')
    const { certificate, privateKey } = await newCertificate('Time')
    const made = Certificate.fromBER(Uint8Array.from(certificate))
    const extnValue = new ExtKeyUsage({ keyPurposes }).toSchema().toBER()
    made.extensions = [new Extension({ extnID: '2.5.29.37', critical, extnValue })]
    const parsed = Certificate.fromBER(made.toSchema(true).toBER())
    const info = new TSTInfo({
      version: 1,
      policy: '1.2.3',
      messageImprint: new MessageImprint({
        hashAlgorithm: new AlgorithmIdentifier({ algorithmId: '2.16.840.1.101.3.4.2.1' }),
        hashedMessage: new OctetString({ valueHex: sha256(bytes) }),
      }),
      serialNumber: new Integer({ value: 1 }),
      genTime: new Date(),
    })
    const eContent = new OctetString({ valueHex: info.toSchema().toBER() })
    const token = new SignedData({
      version: 3,
      encapContentInfo: new EncapsulatedContentInfo({
        eContentType: '1.2.840.113549.1.9.16.1.4',
        eContent,
      }),
      signerInfos: [
        new SignerInfo({
          version: 1,
          sid: new IssuerAndSerialNumber({ issuer: parsed.issuer, serialNumber: parsed.serialNumber }),
        }),
      ],
      certificates: [parsed],
    })
    const key = { name: 'ECDSA', namedCurve: 'P-256' }
    await token.sign(
      await crypto.subtle.importKey('pkcs8', Uint8Array.from(privateKey), key, false, ['sign']),
      0,
      'SHA-256',
    )
    expect((await timeIn(token, bytes)) !== null).toBe(tells)
  },
)
