import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sealed, sealedCountersignature } from '../../clinic/records/form-record.ts'
import type { Seals } from '../../clinic/records/seals.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { makeFolder } from '../../platform/base/make-folder.ts'
import type { Database } from '../../platform/database/db.ts'
import { signaturesIn } from '../../platform/signing/byte-range.ts'
import { pemOf } from '../../platform/signing/certificate.ts'
import type { KnownCertificate } from '../../platform/signing/project-certificates.ts'
import type { Checked } from './check-forms.ts'

/** No form is exported without its row in the trail. */
const noteExport = (database: Pick<Database, 'unscoped'>, { record }: Checked) =>
  database.unscoped('a form is exported', (db) =>
    writeAudit(db, {
      project: record.project_id,
      actor: null,
      role: 'system',
      action: 'form.export',
      patient: record.patient_id,
      object: record.file_id,
      request: 'command line',
    }),
  )

/** Writes everything another program needs to check a form: the PDF, its signatures with the signed bytes, the seals, and public keys. */
export const exportForm = async (
  { database, seals }: { database: Pick<Database, 'unscoped'>; seals: Seals },
  folder: string,
  form: Checked,
  certificates: KnownCertificate[],
) => {
  const { record, second, pdf } = form
  await makeFolder(folder)
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty. Name a new folder each time.`)
  await noteExport(database, form)
  const write = (name: string, bytes: string | Uint8Array) =>
    writeFile(join(folder, name), bytes, { mode: 0o600, flag: 'wx' })
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
