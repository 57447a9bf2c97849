import { v7 as uuid } from 'uuid'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Log } from '../../platform/base/log.ts'
import { runEvery } from '../../platform/base/run-every.ts'
import { StoreUnavailable } from '../../platform/base/store-unavailable.ts'
import type { Database, Db } from '../../platform/database/db.ts'
import { isOpen } from '../../platform/database/moving.ts'
import { openStored, type StoredRow } from '../../platform/files/open-stored.ts'
import type { FileSpace } from '../../platform/files/store-upload.ts'
import { queueMail } from '../../platform/mail/outbox.ts'
import type { Config } from '../../platform/settings/config.ts'
import { addressesOfAdmins } from '../records/admin-addresses.ts'
import { clamd, ScanInconclusive, type Scanner, ScannerDown, type ScanResult } from './clamd.ts'

type Needs = { database: Database; files: FileSpace; log: Log; config: Config }
type Due = StoredRow & { kind: string; uploaded_role: string; scan_state: string }

const batch = 4
const everyMs = 2000
const leaseSeconds = 360
const againSeconds = { down: 15, notJudged: 3600 }

/** Pending files come first; files stored before there was a scanner follow. A working node keeps others off. */
const claim = (database: Needs['database']) =>
  database.systemQuery<Due>(
    `update files f set scan_after = now() + make_interval(secs => ${leaseSeconds})
       from (select project_id, file_id from files
              where scan_state in ('pending', 'unscanned') and scan_after <= now() and ${isOpen('files')}
              order by scan_state, scan_after limit ${batch} for update skip locked) due
      where (f.project_id, f.file_id) = (due.project_id, due.file_id)
     returning f.project_id, f.file_id, f.patient_id, f.bound_patient_id, f.kind, f.storage_key, f.key_version, f.wrapped_key, f.uploaded_role, f.scan_state`,
    [],
  )

const laterBy = (database: Needs['database'], { project_id, file_id }: Due, seconds: number) =>
  database.systemQuery(
    `update files set scan_after = now() + make_interval(secs => $3)
      where project_id = $1 and file_id = $2 and scan_state in ('pending', 'unscanned')`,
    [project_id, file_id, seconds],
  )

const mailAdmins = async (db: Db, { project_id, patient_id, file_id }: Due, finding: string, publicUrl: string) => {
  const to = await addressesOfAdmins(db, project_id)
  if (to.length === 0) return
  const { code } = await db
    .selectFrom('patients')
    .select('code')
    .where('project_id', '=', project_id)
    .where('patient_id', '=', patient_id)
    .executeTakeFirstOrThrow()
  await queueMail(db, {
    project: project_id,
    to,
    subject: 'A file was locked because a virus was found in it',
    body: `The virus scanner found "${finding}" in a file of patient ${code}. The file is locked, and no one can open or download it.\n\nPlease ask the sender to check their computer and send a clean copy.\n\n${publicUrl}`,
    idempotencyKey: `quarantine:${file_id}`,
  })
}

/** The result, its audit row and the notifications are one transaction. Staff are notified of a patient's document once it is clean. */
const note = ({ database, config }: Needs, file: Due, result: ScanResult) =>
  database.unscoped('note what the virus scanner found', async (db) => {
    const finding = result.state === 'quarantined' ? result.finding : null
    const { numUpdatedRows } = await db
      .updateTable('files')
      .set({ scan_state: result.state, scan_finding: finding, scanned_at: new Date().toISOString() })
      .where('project_id', '=', file.project_id)
      .where('file_id', '=', file.file_id)
      .where('scan_state', 'in', ['pending', 'unscanned'])
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    await writeAudit(db, {
      project: file.project_id,
      actor: null,
      role: 'system',
      action: finding === null ? 'file.clean' : 'file.quarantine',
      patient: file.patient_id,
      object: file.file_id,
      request: `scan:${file.file_id}`,
      result: finding === null ? 'ok' : `ok ${finding}`,
    })
    if (finding !== null) await mailAdmins(db, file, finding, config.publicUrl)
    else if (file.scan_state === 'pending' && file.kind === 'document' && file.uploaded_role === 'Patient')
      await db
        .insertInto('notifications')
        .values({
          project_id: file.project_id,
          notification_id: uuid(),
          item_type: 'file',
          patient_id: file.patient_id,
          item_id: file.file_id,
        })
        .execute()
  })

/** Sends the scanner everything that is due. While it is down, files stay as they are: pending is never clean. */
export const scanDue = async (needs: Needs, scanner: Scanner, stopping?: AbortSignal) => {
  const { database, files, log } = needs
  for (let due = await claim(database); due.length > 0; due = await claim(database)) {
    for (const [at, file] of due.entries()) {
      if (stopping?.aborted) return
      try {
        const result = await scanner.scan(await openStored(file, files))
        await note(needs, file, result)
        if (result.state === 'quarantined') log.error({ alert: 'virus', file: file.file_id }, 'a file is quarantined')
      } catch (err) {
        if (err instanceof ScannerDown || err instanceof StoreUnavailable) {
          for (const left of due.slice(at)) await laterBy(database, left, againSeconds.down)
          throw err
        }
        await laterBy(database, file, againSeconds.notJudged)
        const reason = err instanceof ScanInconclusive ? 'the scanner does not check it' : 'it could not be read'
        log.error({ err, alert: 'not_scanned', file: file.file_id, reason }, 'a file stays unscanned')
      }
    }
  }
}

/** Scans uploads within seconds, until stopped; does nothing without CLAMD_URL. */
export const startScanning = (needs: Needs) => {
  const { config, log } = needs
  if (!config.CLAMD_URL) return async () => {}
  const scanner = clamd(config.CLAMD_URL)
  return runEvery(
    {
      job: 'virus-scan',
      everyMs,
      log,
      failure: 'the virus scanner or the store cannot be asked; new files stay locked',
    },
    (stopping) => scanDue(needs, scanner, stopping),
  )
}
