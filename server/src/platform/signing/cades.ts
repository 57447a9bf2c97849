import { createHash } from 'node:crypto'
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  GeneralName,
  GeneralNames,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import { fingerprintOf } from './certificate.ts'

const data = '1.2.840.113549.1.7.1'
const signedData = '1.2.840.113549.1.7.2'
const contentType = '1.2.840.113549.1.9.3'
const messageDigest = '1.2.840.113549.1.9.4'
const signingCertificateV2 = '1.2.840.113549.1.9.16.2.47'
export const timeStampToken = '1.2.840.113549.1.9.16.2.14'

export type SigningKey = { certificate: Uint8Array; privateKey: Uint8Array }
/** Requests a time-stamp token for the bytes of a signature. */
export type TimeStamp = (signature: Uint8Array) => Promise<Uint8Array>

export const sha256 = (...parts: Uint8Array[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** RFC 5035: binds the signature to this certificate. SHA-256 is the default, so it is omitted. */
const essCertificate = (certificate: Certificate, der: Uint8Array) =>
  new Sequence({
    value: [
      new Sequence({
        value: [
          new Sequence({
            value: [
              new OctetString({ valueHex: fingerprintOf(der) }),
              new Sequence({
                value: [
                  new GeneralNames({ names: [new GeneralName({ type: 4, value: certificate.issuer })] }).toSchema(),
                  certificate.serialNumber,
                ],
              }),
            ],
          }),
        ],
      }),
    ],
  })

const signedAttributes = (digest: Buffer, certificate: Certificate, der: Uint8Array) =>
  new SignedAndUnsignedAttributes({
    type: 0,
    // In DER order. The signing time is in the PDF, where PAdES wants it.
    attributes: [
      new Attribute({ type: contentType, values: [new ObjectIdentifier({ value: data })] }),
      new Attribute({ type: messageDigest, values: [new OctetString({ valueHex: digest })] }),
      new Attribute({ type: signingCertificateV2, values: [essCertificate(certificate, der)] }),
    ],
  })

/** A detached CAdES signature (ETSI EN 319 122) of a SHA-256 digest, in DER; with a time stamp, level B-T. */
export const signDetached = async (digest: Buffer, key: SigningKey, stamp?: TimeStamp): Promise<Buffer> => {
  const certificate = Certificate.fromBER(Uint8Array.from(key.certificate))
  const privateKey = await crypto.subtle.importKey(
    'pkcs8',
    Uint8Array.from(key.privateKey),
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['sign'],
  )
  const signer = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
    signedAttrs: signedAttributes(digest, certificate, key.certificate),
  })
  const signed = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: data }),
    signerInfos: [signer],
    certificates: [certificate],
  })
  await signed.sign(privateKey, 0, 'SHA-256')
  if (stamp) {
    const token = await stamp(signer.signature.valueBlock.valueHexView)
    signer.unsignedAttrs = new SignedAndUnsignedAttributes({
      type: 1,
      attributes: [
        new Attribute({ type: timeStampToken, values: [ContentInfo.fromBER(Uint8Array.from(token)).toSchema()] }),
      ],
    })
  }
  return Buffer.from(new ContentInfo({ contentType: signedData, content: signed.toSchema(true) }).toSchema().toBER())
}
