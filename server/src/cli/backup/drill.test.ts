import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { addMyReimbursement, listMyDocuments, loginAdmin, uploadMyDocument } from '@fornix/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Clinic, givenClinic } from '../../../test/clinic.ts'
import { databaseFolder } from '../../../test/database-folder.ts'
import { hasDebianPostgres, startDebianPostgres } from '../../../test/debian-postgres.ts'
import { smallPdf } from '../../../test/given.ts'
import { callsOn } from '../../../test/harness.ts'
import { hasObjectStore, startObjectStore } from '../../../test/object-store.ts'
import { buildApp } from '../../app.ts'
import { storedHash } from '../../clinic/records/form-record.ts'
import { checkForms } from '../../features/forms/check-forms.ts'
import { withClient } from '../../platform/database/with-client.ts'
import type { FileKind } from '../../platform/files/encryption/file-identity.ts'
import { nobody } from '../../platform/files/encryption/file-identity.ts'
import { loadMasterKeys } from '../../platform/files/encryption/master-keys.ts'
import type { StoredRow } from '../../platform/files/open-stored.ts'
import { readConfig } from '../../platform/settings/config.ts'
import type { Platform } from '../../platform.ts'
import { startPlatform } from '../../start-platform.ts'
import { runCommand } from '../run-command.ts'
import { checkBackup } from './check-backup.ts'
import { writeManifest } from './manifest.ts'
import { sealMasters } from './recovery-key.ts'

const root = await databaseFolder()
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
// How much is written while a backup runs depends on the machine, and must not end at a rate limit.
const free = async () => {}
const start = async (environment: Record<string, string>) => {
  const { platform, stop } = await startPlatform(readConfig('demo', environment), { smtpUrl: 'smtp://127.0.0.1:9' })
  const app = await buildApp({ ...platform, rateLimits: { spend: free, spendRule: free } })
  return { platform, ...callsOn(app), stop: () => app.close().then(stop) }
}

const old = environmentOf(`${root}/old`)

const passphrase = 'a safe in another town'
/** Makes a pair, and answers the path of its public half; the private one lies beside it. */
const recoveryKey = async (name: string, modulusLength = 3072) => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase },
  })
  await writeFile(`${root}/${name}.pem`, privateKey)
  await writeFile(`${root}/${name}.pub.pem`, publicKey)
  return `${root}/${name}.pub.pem`
}
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
  expect(await fornix(old, 'backup', backedUp, '--recovery-key', await recoveryKey('ours'))).toMatchObject({ code: 0 })
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

// A database is started, filled and started again.
test('a backup made under writing hands comes back whole in a new data folder', { timeout: 120_000 }, async () => {
  const environment = await withKey('embedded')
  const { code, text } = await fornix(environment, 'restore', backedUp)
  expect([code, text]).toEqual([0, expect.stringContaining('the chain holds')])
  expect(written).toBeGreaterThan(0)
  await prove(environment)
})

test.skipIf(!hasDebianPostgres || !hasObjectStore)(
  'the same backup fills an external PostgreSQL 15 and an object store, and one of these an empty database and a data folder',
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
      await withClient({ connectionString: server.url }, (client) => client.query('create database again'))
      const again = await withKey('again', {
        DATABASE_URL: Object.assign(new URL(server.url), { pathname: '/again' }).href,
      })
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

const recover = (place: string, { backup = 'backup', key = 'ours', typed = passphrase } = {}) =>
  fornix(
    environmentOf(`${root}/${place}`, { RECOVERY_KEY_PASSPHRASE: typed }),
    ...['keys', 'recover', `${root}/${backup}`, '--recovery-key', `${root}/${key}.pem`],
  )

test('the private half of the recovery key brings a lost key file back, which then restores', async () => {
  expect(await recover('lost')).toEqual({ code: 0, text: expect.stringContaining('Keep a copy of it elsewhere.') })
  expect(await readFile(`${root}/lost/master.key`)).toEqual(await readFile(`${root}/old/master.key`))
  expect((await stat(`${root}/lost/master.key`)).mode & 0o777).toBe(0o600)
  const { origin } = await loadMasterKeys(readConfig('demo', environmentOf(`${root}/lost`)), { create: false })
  expect((await checkBackup(backedUp, origin)).manifest.files.count).toBeGreaterThan(0)
  expect(await recover('lost')).toEqual({
    code: 1,
    text: expect.stringContaining('is there already, and was not changed'),
  })
})

test('no other key, no wrong passphrase and no changed backup brings master keys back', async () => {
  await recoveryKey('theirs')
  expect(await recover('no', { key: 'theirs' })).toEqual({
    code: 1,
    text: expect.stringContaining('not the recovery key for which'),
  })
  expect(await recover('no', { typed: 'guessed' })).toEqual({
    code: 1,
    text: expect.stringContaining('cannot be used'),
  })
  expect(await recover('no', { key: 'none' })).toEqual({
    code: 1,
    text: expect.stringContaining('cannot be read (ENOENT)'),
  })
  await expect(stat(`${root}/no/master.key`)).rejects.toThrow('ENOENT')
})

test('keys that somebody else sealed into a backup are not taken up', async () => {
  const [body = ''] = (await readFile(`${backedUp}/manifest.json`, 'utf8')).split('\n')
  const manifest = JSON.parse(body)
  const publicHalf = createPublicKey(await readFile(`${root}/ours.pub.pem`))
  const recovery = sealMasters([randomBytes(32)], publicHalf, manifest.backup_id)
  await mkdir(`${root}/changed`)
  await writeManifest(`${root}/changed`, { ...manifest, recovery }, randomBytes(32))
  expect(await recover('no', { backup: 'changed' })).toEqual({
    code: 1,
    text: expect.stringContaining('does not open the backup'),
  })
  await expect(stat(`${root}/no/master.key`)).rejects.toThrow('ENOENT')
})

test('a backup begins only with the public half of a strong RSA key', async () => {
  const refused = async (key: string) => {
    const { code, text } = await fornix(old, 'backup', `${root}/never`, '--recovery-key', key)
    expect(code).toBe(1)
    return text
  }
  expect(await refused(`${root}/ours.pem`)).toContain('it is the private half')
  expect(await refused(await recoveryKey('weak', 2048))).toContain('at least 3072 bits')
  expect(await refused(`${root}/old/master.key`)).toContain('cannot be used')
  await expect(stat(`${root}/never`)).rejects.toThrow('ENOENT')
})
