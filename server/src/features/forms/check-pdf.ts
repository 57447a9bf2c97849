import type { Countersignature, FormRecord } from '../../clinic/records/form-record.ts'
import { signaturesIn } from '../../platform/signing/byte-range.ts'
import { sha256 } from '../../platform/signing/cades.ts'
import { checkSignature } from '../../platform/signing/check-signature.ts'
import type { KnownCertificate } from '../../platform/signing/project-certificates.ts'

type Expected = { certificate_sha256: Buffer | null; is_stamped: boolean; size: number }

/** Why the signatures in a form's PDF do not match its record, or null. */
export const brokenPdf = async (
  pdf: Buffer,
  form: FormRecord,
  second: Countersignature | undefined,
  certificates: Pick<KnownCertificate, 'fingerprint'>[],
) => {
  const pages = form.pages_size ?? 0
  if (!form.pages_sha256?.equals(sha256(pdf.subarray(0, pages)))) return 'the pages of the PDF are others'
  const expected: Expected[] = [
    { ...form, size: second?.signed_size ?? pdf.length },
    ...(second ? [{ ...second, size: pdf.length }] : []),
  ]
  const found = signaturesIn(pdf, pages)
  if (found.length !== expected.length) return 'the PDF has more or fewer signatures than its record'
  for (const [n, { certificate_sha256, is_stamped, size }] of expected.entries()) {
    const one = found[n]
    const checked = one && (await checkSignature(one))
    if (!checked?.isValid || one?.end !== size) return `signature ${n + 1} of the PDF is not valid`
    if (!certificate_sha256?.equals(checked.certificate))
      return `signature ${n + 1} of the PDF is by another certificate`
    if (!certificates.some(({ fingerprint }) => fingerprint.equals(checked.certificate)))
      return `signature ${n + 1} of the PDF is by a certificate that the project never had`
    if (is_stamped && !checked.stampedAt) return `the time stamp of signature ${n + 1} of the PDF is not valid`
  }
  return null
}
