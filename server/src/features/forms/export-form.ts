import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sealed, sealedCountersignature } from '../../clinic/records/form-record.ts'
import type { Seals } from '../../clinic/records/seals.ts'
import { signaturesIn } from '../../platform/signing/byte-range.ts'
import { pemOf } from '../../platform/signing/certificate.ts'
import type { KnownCertificate } from '../../platform/signing/project-certificates.ts'
import type { Checked } from './check-forms.ts'

/** Writes all that another program needs to check a form: the PDF, its signatures with what they cover, the seals, and public keys. */
export const exportForm = async (
  folder: string,
  { record, second, pdf }: Checked,
  seals: Seals,
  certificates: KnownCertificate[],
) => {
  await mkdir(folder, { recursive: true })
  const write = (name: string, bytes: string | Uint8Array) => writeFile(join(folder, name), bytes)
  await write('seal-key.pem', seals.publicKey)
  await write('certificates.pem', certificates.map(({ certificate }) => pemOf(certificate)).join(''))
  await write('sealed.json', sealed(record))
  await write('seal.bin', record.seal)
  if (second) {
    await write('sealed-2.json', sealedCountersignature(second))
    await write('seal-2.bin', second.seal)
  }
  if (!pdf) return
  await write('form.pdf', pdf)
  for (const [n, { covered, signature }] of signaturesIn(pdf, record.pages_size ?? pdf.length).entries()) {
    await write(`signature-${n + 1}.der`, signature)
    await write(`signed-${n + 1}.bin`, covered)
  }
}
