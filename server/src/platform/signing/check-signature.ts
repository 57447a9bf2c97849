import { ContentInfo, SignedData } from 'pkijs'
import type { FoundSignature } from './byte-range.ts'
import { timeStampToken } from './cades.ts'
import { fingerprintOf } from './certificate.ts'
import { timeIn } from './time-stamp.ts'

export type CheckedSignature = { isValid: boolean; certificate: Buffer; stampedAt: Date | null }

/** Whether a signature matches the bytes it covers and the certificate it contains, and when it was stamped. */
export const checkSignature = async ({ covered, signature }: FoundSignature): Promise<CheckedSignature | null> => {
  try {
    const signed = new SignedData({ schema: ContentInfo.fromBER(Uint8Array.from(signature)).content })
    const [certificate, ...otherCertificates] = signed.certificates ?? []
    const [signer, ...otherSigners] = signed.signerInfos
    if (!certificate || !signer) return null
    // Embedded content would be checked instead of the file's bytes, and with two certificates the wrong one could be reported.
    if (signed.encapContentInfo.eContent || otherCertificates.length > 0 || otherSigners.length > 0) return null
    const data = Uint8Array.from(covered).buffer
    const isValid = await signed.verify({ signer: 0, data }).catch(() => false)
    const stamp = signer.unsignedAttrs?.attributes.find(({ type }) => type === timeStampToken)
    const token = stamp && new SignedData({ schema: new ContentInfo({ schema: stamp.values[0] }).content })
    return {
      isValid,
      certificate: fingerprintOf(new Uint8Array(certificate.toSchema().toBER())),
      stampedAt: token ? await timeIn(token, signer.signature.valueBlock.valueHexView) : null,
    }
  } catch {
    return null
  }
}
