import { createHash, randomBytes } from 'node:crypto'
import { hourMs } from '@fornix/contract'
import { BitString, OctetString, Utf8String } from 'asn1js'
import {
  AttributeTypeAndValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  Extension,
  RelativeDistinguishedNames,
} from 'pkijs'

/** A key that signs documents, and the certificate that names its owner: DER and PKCS #8. */
export type NewCertificate = { certificate: Buffer; privateKey: Buffer; not_after: Date }

const validYears = 5
const commonName = '2.5.4.3'
const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' }
/** For signing documents, without later repudiation. */
const digitalSignatureAndNonRepudiation = 0b1100_0000
const maxNameLength = 64

const nameOf = (project: string) =>
  new RelativeDistinguishedNames({
    typesAndValues: [
      new AttributeTypeAndValue({
        type: commonName,
        value: new Utf8String({ value: project.slice(0, maxNameLength) }),
      }),
    ],
  })

/** RFC 5280 requires a positive number of at most 20 bytes. */
const newSerial = () => {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0]! & 0x7f) | 0x40
  return bytes
}

const extension = (extnID: string, critical: boolean, value: { toBER(): ArrayBuffer }) =>
  new Extension({ extnID, critical, extnValue: value.toBER() })

/** A P-256 key with a self-signed certificate. */
export const newCertificate = async (project: string, now = new Date()): Promise<NewCertificate> => {
  const keys = await crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
  const not_after = new Date(now)
  not_after.setUTCFullYear(not_after.getUTCFullYear() + validYears)
  not_after.setUTCMilliseconds(0)

  const made = new Certificate({ version: 2 })
  made.serialNumber.valueBlock.valueHexView = newSerial()
  made.issuer = nameOf(project)
  made.subject = nameOf(project)
  // The clocks of those who check it may be slow.
  made.notBefore.value = new Date(Math.floor(now.getTime() / 1000) * 1000 - hourMs)
  made.notAfter.value = not_after
  await made.subjectPublicKeyInfo.importKey(keys.publicKey)
  const keyId = createHash('sha1').update(made.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView).digest()
  made.extensions = [
    extension('2.5.29.19', true, new BasicConstraints({ cA: false }).toSchema()),
    extension(
      '2.5.29.15',
      true,
      new BitString({ valueHex: Uint8Array.of(digitalSignatureAndNonRepudiation), unusedBits: 6 }),
    ),
    extension('2.5.29.14', false, new OctetString({ valueHex: keyId })),
    extension(
      '2.5.29.35',
      false,
      new AuthorityKeyIdentifier({ keyIdentifier: new OctetString({ valueHex: keyId }) }).toSchema(),
    ),
  ]
  await made.sign(keys.privateKey, 'SHA-256')
  return {
    certificate: Buffer.from(made.toSchema().toBER()),
    privateKey: Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)),
    not_after,
  }
}

export const fingerprintOf = (certificate: Uint8Array) => createHash('sha256').update(certificate).digest()

export const pemOf = (certificate: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(certificate)
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`
