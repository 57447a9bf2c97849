import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import {
  brokenSeal,
  type SealedCountersignature,
  type SealedForm,
  storedHash,
} from '../../clinic/records/form-record.ts'
import { openStored } from '../../platform/files/open-stored.ts'
import { projectCertificates } from '../../platform/signing/project-certificates.ts'
import type { Platform } from '../../platform.ts'
import { brokenPdf } from './check-pdf.ts'

export type Checked = {
  file_id: string
  signer_name: string
  signed_at: string
  broken: string | null
  /** Signatures in the PDF: none in a form from before PDFs were signed. */
  signatures: number
  record: SealedForm
  second: SealedCountersignature | undefined
  pdf: Buffer | null
}
type Row = SealedForm & { storage_key: string; key_version: number; wrapped_key: Buffer }
type Needs = Pick<Platform, 'database' | 'files' | 'seals'>

type Only = { file?: string | undefined; project?: string }

/** Checks record, seal, file and PDF signatures of one signed form of any project, of a project's forms, or of all, one by one. */
export async function* checkedForms(
  { database, files, seals }: Needs,
  { file, project }: Only = {},
): AsyncGenerator<Checked> {
  const certificates = projectCertificates({ database, keys: files.keys })
  const { rows } = await database.unscoped('the command line checks the forms of every project', (db) =>
    sql<Row>`
      select s.*, f.storage_key, f.key_version, f.wrapped_key
        from form_signatures s join files f on f.project_id = s.project_id and f.file_id = s.file_id
       where (${file ?? null}::uuid is null or s.file_id = ${file ?? null}::uuid)
         and (${project ?? null}::uuid is null or s.project_id = ${project ?? null}::uuid)
       order by s.project_id, s.file_id`.execute(db),
  )
  for (const row of rows) {
    const stored = { ...row, kind: 'authorization_form' as const }
    const [second] = await database.systemQuery<SealedCountersignature>(
      'select * from form_countersignatures where project_id = $1 and file_id = $2',
      [row.project_id, row.file_id],
    )
    const { file_id, signer_name, signed_at, factor } = row
    const facts = { file_id, signer_name, signed_at, record: row, second }
    const brokenRecord = brokenSeal(seals, row, await storedHash(stored, files), second)
    const pdf = brokenRecord ? null : await buffer(await openStored(stored, files))
    const isSigned = factor !== null
    const brokenSignature =
      pdf && isSigned ? await brokenPdf(pdf, row, second, await certificates.all(row.project_id)) : null
    const signatures = isSigned ? (second ? 2 : 1) : 0
    yield { ...facts, broken: brokenRecord ?? brokenSignature, signatures, pdf }
  }
}

export const checkForms = async (needs: Needs, only?: Only) => {
  const all: Checked[] = []
  for await (const one of checkedForms(needs, only)) all.push(one)
  return all
}
