import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { addMyReimbursement, listMyDocuments, loginAdmin, uploadMyDocument } from '@fornix/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Clinic, givenClinic } from '../../../test/clinic.ts'
import { hasDebianPostgres, startDebianPostgres } from '../../../test/debian-postgres.ts'
import { smallPdf } from '../../../test/given.ts'
import { callsOn } from '../../../test/harness.ts'
import { hasObjectStore, startObjectStore } from '../../../test/object-store.ts'
import { buildApp } from '../../app.ts'
import { storedHash } from '../../clinic/records/form-record.ts'
import { checkForms } from '../../features/forms/check-forms.ts'
import { checkBackup } from '../../platform/backup/check-backup.ts'
import type { FileKind } from '../../platform/files/encryption/file-identity.ts'
import { nobody } from '../../platform/files/encryption/file-identity.ts'
import { loadMasterKeys } from '../../platform/files/encryption/master-keys.ts'
import type { StoredRow } from '../../platform/files/receive.ts'
import { readConfig } from '../../platform/settings/config.ts'
import type { Platform } from '../../platform.ts'
import { startPlatform } from '../../start-platform.ts'
import { runCommand } from '../run-command.ts'

const root = await mkdtemp(`${tmpdir()}/fornix-drill-`)
const backedUp = `${root}/backup`
const environmentOf = (dataDir: string, more: Record<string, string> = {}) => ({
  DATA_DIR: dataDir,
  LOG_LEVEL: 'silent',
  ...more,
})
const fornix = async (environment: Record<string, string>, ...args: string[]) => {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const code = await runCommand(args, { environment, print: say, complain: say })
  return { code, text: lines.join('\n') }
}
const start = async (environment: Record<string, string>) => {
  const { platform, stop } = await startPlatform(readConfig('demo', environment), { smtpUrl: 'smtp://127.0.0.1:9' })
  const app = await buildApp(platform)
  return { platform, ...callsOn(app), stop: () => app.close().then(stop) }
}

const old = environmentOf(`${root}/old`)
let clinics: Clinic[]
let written = 0

/** Somebody who keeps writing until told to stop. */
const writing = ({ as }: ReturnType<typeof callsOn>, { patient }: Clinic) => {
  let stopped = false
  const file = { file: { name: 'more.pdf', bytes: smallPdf() } }
  const work = async () => {
    do {
      await as(patient).call(uploadMyDocument, { params: { key: patient.code } }, file)
      await as(patient).call(addMyReimbursement, { body: { amount: '1', description: 'Bus' } }, file)
      written++
    } while (!stopped)
  }
  const done = work()
  return () => {
    stopped = true
    return done
  }
}

beforeAll(async () => {
  const source = await start(old)
  clinics = [await givenClinic(source.platform, source), await givenClinic(source.platform, source)]
  const stopWriting = writing(source, clinics[0]!)
  expect(await fornix(old, 'backup', backedUp)).toMatchObject({ code: 0 })
  await stopWriting()
  await source.stop()
})
afterAll(() => rm(root, { recursive: true, force: true }))

/** The commands work beside the program that runs the restored place. */
const prove = async (environment: Record<string, string>) => {
  const place = await start(environment)
  try {
    expect(await fornix(environment, 'verify-audit')).toMatchObject({ code: 0 })
    expect(await fornix(environment, 'restore', backedUp)).toMatchObject({
      code: 1,
      text: 'The database is not empty. Restore into a new one: nothing was changed.',
    })
    await proveRows(place.platform)
    await proveFiles(place.platform)
    await provePeople(place)
  } finally {
    await place.stop()
  }
}

/** Rows as in the manifest; the two rows more say in each project that it was restored. */
const proveRows = async ({ database, config }: Platform) => {
  const { origin } = await loadMasterKeys(config, { create: false })
  const { manifest } = await checkBackup(backedUp, origin)
  for (const { name, rows } of manifest.tables.filter(({ name }) => name !== 'audit_events')) {
    const [found] = await database.systemQuery<{ count: number }>(`select count(*)::int as count from ${name}`, [])
    expect([name, found?.count]).toEqual([name, rows])
  }
  const told = await database.systemQuery("select from audit_events where action = 'project.restore'", [])
  expect(told).toHaveLength(2)
}

/** Every stored file that a row names opens and has the hash that was taken when it came; every form is as it was signed. */
const proveFiles = async ({ database, files, seals }: Platform) => {
  const rows = await database.systemQuery<StoredRow & { sha256: Buffer; kind: FileKind }>(
    `select project_id, patient_id, file_id, kind, storage_key, key_version, wrapped_key, sha256 from files
     union all select project_id, $1::uuid, instance_id, 'dicom_instance', storage_key, key_version, wrapped_key, sha256 from archive_instances`,
    [nobody],
  )
  expect(rows.length).toBeGreaterThanOrEqual(10)
  for (const row of rows) expect(await storedHash(row, files)).toEqual(row.sha256)
  const forms = await checkForms({ database, files, seals })
  expect(forms.map(({ file_id }) => file_id).sort()).toEqual(clinics.map(({ form }) => form).sort())
  expect(forms.every(({ broken }) => broken === null)).toBe(true)
}

/** Sign-ins of before are over; passwords open the door to what was there. */
const provePeople = async ({ send }: ReturnType<typeof callsOn>) => {
  for (const { patient, admin } of clinics) {
    const params = { key: patient.code }
    expect((await send(patient, listMyDocuments, { params, query: {} })).status).toBe(401)
    const { body } = await send(null, loginAdmin, { body: { username: admin.email, password: admin.password } })
    expect(body).toMatchObject({ role: 'Admin', admin: { email: admin.email } })
  }
}

const withKey = async (name: string, more: Record<string, string> = {}) => {
  await mkdir(`${root}/${name}`)
  for (const key of ['master.key', 'audit-demo.key']) await cp(`${root}/old/${key}`, `${root}/${name}/${key}`)
  return environmentOf(`${root}/${name}`, more)
}

test('a backup made under writing hands comes back whole in a new data folder', async () => {
  const environment = await withKey('embedded')
  const { code, text } = await fornix(environment, 'restore', backedUp)
  expect([code, text]).toEqual([0, expect.stringContaining('the chain holds')])
  expect(written).toBeGreaterThan(0)
  await prove(environment)
})

test.skipIf(!hasDebianPostgres || !hasObjectStore)(
  'the same backup fills an external PostgreSQL 15 and an object store, and one of these fills a data folder again',
  async () => {
    const [server, objects] = [await startDebianPostgres(), await startObjectStore()]
    try {
      const { bucket, endpoint, region, credentials } = await objects.bucket()
      const environment = await withKey('external', {
        DATABASE_URL: server.url,
        FILES_URL: `s3://${bucket}/clinic?endpoint=${endpoint}&region=${region}`,
        S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
        S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
      })
      expect(await fornix(environment, 'restore', backedUp, '--send-mail')).toMatchObject({ code: 0 })
      await prove(environment)

      const fromThere = `${root}/from-there`
      expect(await fornix(environment, 'backup', fromThere)).toMatchObject({ code: 0 })
      const again = await withKey('again')
      expect(await fornix(again, 'restore', fromThere)).toMatchObject({ code: 0 })
      const place = await start(again)
      await proveFiles(place.platform).finally(place.stop)
    } finally {
      await server.stop()
      await objects.stop()
    }
  },
  // A database and an object store are started, filled, saved and filled again.
  120_000,
)

test('without the master key nothing begins', async () => {
  const { code, text } = await fornix(environmentOf(`${root}/keyless`), 'restore', backedUp)
  expect([code, text]).toEqual([1, expect.stringContaining('master.key is missing')])
})
