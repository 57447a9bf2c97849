import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { givenClinic } from '../../../test/clinic.ts'
import { emptyDatabase } from '../../../test/database.ts'
import { callsOn, testApp } from '../../../test/harness.ts'
import { withLostCommit } from '../../../test/lost-commit.ts'
import { newKeyPair, parseAuditKeys } from '../../platform/anchors/audit-key.ts'
import { sealAudit } from '../../platform/audit/audit-seal.ts'
import { verifyChains } from '../../platform/audit/audit-verify.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { mayDeleteFiles } from '../../platform/files/deletion-pause.ts'
import { folderStore } from '../../platform/files/stores/folder-store.ts'
import { type FileStore, newStorageKey, StoredFileMissing } from '../../platform/files/stores/store.ts'
import { checkBackup } from './check-backup.ts'
import { earlierFiles } from './earlier-backup.ts'
import { makeBackup } from './make-backup.ts'
import { type Manifest, readManifest, writeManifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'

const { app, platform, database, owner, url } = await testApp()
const master = Buffer.alloc(32, 7)
const root = await mkdtemp(`${tmpdir()}/fornix-backup-`)
const auditKeys = parseAuditKeys(newKeyPair().privatePem)
const place = {
  database,
  store: platform.files.store,
  masters: [master],
  anchorFolder: `${root}/none`,
  auditKeys,
  version: '0.1.0',
}
await givenClinic(platform, callsOn(app))
await database.systemQuery(
  `insert into mail_outbox (project_id, mail_id, to_addresses, subject, body, idempotency_key)
   select project_id, gen_random_uuid(), '{ana@patients.example}', 'A word', 'Hello', 'waiting' from projects limit 1`,
  [],
)
await database.systemQuery(
  `insert into mailed_tokens (token_hash, purpose, login_id, email, expires_at)
   select sha256(convert_to(purpose, 'utf8')), purpose, login_id, 'ana@patients.example', now() + interval '1 day'
     from (select login_id from logins limit 1) l, unnest('{verify_email,reset_password,undo_factor}'::text[]) purpose`,
  [],
)
// A user is asked to prove their identity again at that moment.
await database.systemQuery(
  `insert into fresh_proofs (project_id, proof_id, person_id, login_id, session_id, call, address_hash, input_hash, expires_at)
   select project_id, gen_random_uuid(), coalesce(patient_id, provider_id, login_id), login_id, session_id, '', sha256(''), sha256(''), now() + interval '5 minutes'
     from sessions limit 1`,
  [],
)
const whole = `${root}/whole`
const manifest = await makeBackup(place, whole)

const cleanups: (() => Promise<unknown>)[] = [() => rm(root, { recursive: true, force: true })]
afterAll(async () => {
  for (const clean of cleanups.toReversed()) await clean()
})

let copies = 0
const aCopy = async () => {
  const folder = `${root}/copy-${++copies}`
  await cp(whole, folder, { recursive: true })
  return folder
}
const filesIn = async (store: FileStore) => {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys
}
/** An empty installation, and what it contains later. */
const somewhere = async (options: { plainOwner?: boolean } = {}) => {
  const { url, query, drop, open } = await emptyDatabase(options)
  cleanups.push(drop)
  const [files, anchorFolder] = [`${root}/files-${++copies}`, `${root}/anchors-${copies}`]
  const store = await folderStore(files)
  const target = { ownerUrl: url, store, anchorFolder, prepareRoles: async () => {}, sendMail: false }
  const stored = async () => (await filesIn(store)).length
  return { target, stored, query, open, anchorFolder }
}
type Somewhere = Awaited<ReturnType<typeof somewhere>>
const isUntouched = async ({ query, stored }: Somewhere) => {
  expect(await query("select from pg_class where relnamespace = 'public'::regnamespace")).toEqual([])
  expect(await stored()).toBe(0)
}
const waitingMail = ({ query }: Somewhere) => query("select status from mail_outbox where idempotency_key = 'waiting'")
/** As the command does it: the backup is checked before the target is looked at. */
const restore = async (folder: string, { target }: Somewhere) =>
  restoreBackup(await checkBackup(folder, master), target)
const flip = async (path: string, at?: number) => {
  const bytes = await readFile(path)
  const position = at ?? bytes.length >> 1
  bytes.writeUInt8(bytes.readUInt8(position) ^ 1, position)
  await writeFile(path, bytes)
}
const aStoredFile = async (folder: string) => {
  const found = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true })
  const file = found.find((entry) => entry.isFile() && /^[0-9a-f]{32}$/.test(entry.name))
  return join(file?.parentPath ?? '', file?.name ?? '')
}
/** The same backup with a different manifest, sealed the way a program with the key would. */
const withManifest = async (change: (manifest: Manifest) => Manifest) => {
  const folder = await aCopy()
  const { manifest, key } = await readManifest(folder, master)
  await rm(join(folder, 'manifest.json'))
  await writeManifest(folder, change(manifest), key)
  return folder
}

test('an owner who is nothing more gets every row, with row security and triggers as before', async () => {
  const there = await somewhere({ plainOwner: true })
  await restore(whole, { ...there, target: { ...there.target, sendMail: true } })
  for (const { name, rows } of manifest.tables) {
    const [found] = await there.query<{ count: number }>(`select count(*)::int as count from ${name}`)
    expect([name, found?.count]).toEqual([name, rows])
  }
  expect(manifest.tables.find(({ name }) => name === 'archive_instances')?.rows).toBe(2)
  expect(
    await there.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relforcerowsecurity
       union all select tgname from pg_trigger where tgenabled <> 'O'`,
    ),
  ).toEqual([])
  expect(await there.stored()).toBe(manifest.files.count)
  expect(manifest.files.count).toBe(5)
  expect(await waitingMail(there)).toEqual([{ status: 'queued' }])
  // A token that was used since would be valid again.
  expect(await there.query('select distinct purpose from mailed_tokens')).toEqual([{ purpose: 'verify_email' }])
})

test('a backup names every table, and leaves out sign-ins and counters', async () => {
  const tables = await owner<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
  )
  const left = [
    'account_recoveries',
    'fresh_proofs',
    'idempotency_keys',
    'push_subscriptions',
    'rate_limits',
    'recovery_links',
    'recovery_witnesses',
    'series_openings',
    'sessions',
    'sign_in_failures',
    'viewer_tickets',
  ]
  expect([...manifest.tables.map(({ name }) => name), ...left].sort()).toEqual(tables.map(({ name }) => name))
})

test('the anchors of a backup prove the chain of the restored place; a chain that was written anew shows', async () => {
  const there = await somewhere()
  await restore(whole, there)
  // It may have been sent from the old installation since.
  expect(await waitingMail(there)).toEqual([{ status: 'failed' }])
  const database = there.open()
  try {
    const verify = async () => {
      const given = { folder: there.anchorFolder, trusted: auditKeys.trusted, mustBeAnchored: true }
      return (await verifyChains(database, given)).findings
    }
    expect(await verify()).toMatchObject([{ problems: [], anchored: 1 }])
    // The whole chain is rewritten; the anchors give it away.
    await there.query('update audit_events set seq = null, hash = null; delete from audit_heads')
    await there.query("update audit_events set action = 'document.read' where action = 'document.upload'")
    await sealAudit(database)
    const [found] = await verify()
    expect(found?.problems).toEqual([
      expect.stringMatching(/^Row \d+ is not the one that was anchored at .* UTC: the chain was written anew\./),
    ])
    await there.query('truncate projects cascade')
    expect(await verify()).toMatchObject([{ problems: [expect.stringContaining('is not in')] }])
  } finally {
    await database.close()
  }
})

test('nothing of a person stands in a backup in the clear', async () => {
  const names = await readdir(whole, { recursive: true, withFileTypes: true })
  for (const entry of names.filter((entry) => entry.isFile())) {
    const bytes = await readFile(join(entry.parentPath, entry.name))
    for (const word of ['Rivera', '@patients.example', 'Taxi to the scan']) expect(bytes.includes(word)).toBe(false)
  }
})

test.each<[string, (folder: string) => Promise<unknown>, string]>([
  [
    'a flipped byte of a table',
    (folder) => flip(join(folder, 'tables/patients.copy')),
    'tables/patients.copy is not what',
  ],
  ['a flipped byte of a stored file', async (folder) => flip(await aStoredFile(folder)), 'is not what was written'],
  ['a flipped byte of the list of files', (folder) => flip(join(folder, 'files.jsonl')), 'files.jsonl is not what'],
  ['a flipped byte of the manifest', (folder) => flip(join(folder, 'manifest.json'), 90), 'manifest.json is not what'],
  ['a missing table', (folder) => rm(join(folder, 'tables/logins.copy')), 'tables/logins.copy is missing'],
  ['a missing stored file', async (folder) => rm(await aStoredFile(folder)), 'is missing'],
  ['missing anchors', (folder) => rm(join(folder, 'audit-anchors.jsonl')), 'audit-anchors.jsonl is missing'],
  ['no manifest, as after a crash', (folder) => rm(join(folder, 'manifest.json')), 'holds no finished backup'],
  [
    'a cut manifest',
    async (folder) => {
      const path = join(folder, 'manifest.json')
      await writeFile(path, (await readFile(path, 'utf8')).slice(0, -40))
    },
    'manifest.json is not what was written',
  ],
])('a backup with %s is refused before anything changes', async (_, harm, said) => {
  const folder = await aCopy()
  await harm(folder)
  await expect(checkBackup(folder, master)).rejects.toThrow(said)
})

test('another master key opens no backup, and a manifest of another hand is none', async () => {
  await expect(checkBackup(whole, Buffer.alloc(32, 8))).rejects.toThrow('it does not open the backup')
  const folder = await aCopy()
  await rm(join(folder, 'manifest.json'))
  await writeManifest(folder, { ...manifest, tables: [] }, Buffer.alloc(32, 8))
  await expect(checkBackup(folder, master)).rejects.toThrow('manifest.json is not what was written')
})

test('a backup of a newer schema waits for the program that knows it', async () => {
  const folder = await withManifest((manifest) => ({
    ...manifest,
    migrations: [...manifest.migrations, '9999_later'],
    program: '7.0.0',
  }))
  await expect(checkBackup(folder, master)).rejects.toThrow('of a newer version of Fornix (7.0.0)')
})

test('a place that holds anything is left as it is', async () => {
  const filled = await somewhere()
  await filled.query('create table notes (text text)')
  await expect(restore(whole, filled)).rejects.toThrow('The database is not empty')
  expect(await filled.stored()).toBe(0)

  const withFiles = await somewhere()
  await withFiles.target.store.put(newStorageKey(), Readable.from(['somebody else’s']))
  await expect(restore(whole, withFiles)).rejects.toThrow('The place for files is not empty')
  expect(await withFiles.query("select from pg_class where relnamespace = 'public'::regnamespace")).toEqual([])
})

test('a restore that fails on its way leaves nothing half restored, and can be repeated', async () => {
  const folder = await withManifest((manifest) => ({
    ...manifest,
    tables: manifest.tables.map((table) => (table.name === 'surveys' ? { ...table, rows: 1 } : table)),
  }))
  const there = await somewhere()
  await expect(restore(folder, there)).rejects.toThrow('Of 1 rows of surveys 0 came back')
  await isUntouched(there)

  // A second try accepts the files left by a restore that was killed.
  const path = await aStoredFile(whole)
  const key = path.split('/').at(-1) ?? ''
  await there.target.store.put(key, Readable.from(['half of it']))
  await restore(whole, there)
  expect(await there.stored()).toBe(manifest.files.count)
  expect(await there.target.store.get(key).then((file) => file.toArray())).toEqual([await readFile(path)])
})

test('a restore whose last response was lost keeps the files that its rows name', async () => {
  const there = await somewhere()
  await expect(withLostCommit(() => restore(whole, there))).rejects.toThrow('terminated unexpectedly')
  expect(await there.query('select from archive_instances')).toHaveLength(2)
  expect(await there.stored()).toBe(manifest.files.count)
})

test('a backup after another takes its files over, but for one that is damaged there, and stands without it', async () => {
  const [earlier, folder] = [await aCopy(), `${root}/after`]
  const damaged = await aStoredFile(earlier)
  await writeFile(damaged, 'rotten')
  const asked: string[] = []
  const get: FileStore['get'] = (key) => {
    asked.push(key)
    return place.store.get(key)
  }
  const { reuse, reused } = await earlierFiles(earlier, [master])
  const made = await makeBackup({ ...place, store: { ...place.store, get } }, folder, reuse)
  expect([reused(), asked]).toEqual([made.files.count - 1, [damaged.split('/').at(-1)]])
  await rm(earlier, { recursive: true })
  expect((await checkBackup(folder, master)).manifest.files).toEqual(made.files)
})

test('of an earlier backup whose list of files was changed nothing is taken over', async () => {
  const earlier = await aCopy()
  await writeFile(`${earlier}/files.jsonl`, '')
  await expect(earlierFiles(earlier, [master])).rejects.toThrow('The earlier backup is damaged')
})

test('a folder that holds something is no place for a backup', async () => {
  await expect(makeBackup(place, whole)).rejects.toThrow('is not empty')
  expect((await checkBackup(whole, master)).manifest.backup_id).toBe(manifest.backup_id)
})

test('a backup that fails leaves nothing behind', async () => {
  const get = () => Promise.reject(new Error('the disk is gone'))
  const folder = `${root}/failed`
  await expect(makeBackup({ ...place, store: { ...place.store, get } }, folder)).rejects.toThrow('the disk is gone')
  expect(await readdir(folder)).toEqual([])
})

test('two backups into one folder at once leave one that is whole', async () => {
  const folder = `${root}/at-once`
  const made = await Promise.allSettled([makeBackup(place, folder), makeBackup(place, folder)])
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await checkBackup(folder, master)).manifest.files).toMatchObject({ missing: 0 })
})

test('a program may start and migrate while a backup is made', async () => {
  const get: FileStore['get'] = async (key) => {
    await migrate(url)
    return place.store.get(key)
  }
  const made = await makeBackup({ ...place, store: { ...place.store, get } }, `${root}/with-start`)
  expect(made.files.missing).toBe(0)
})

test('while a backup is made no job deletes files and no other begins; a file that the store has lost is listed', async () => {
  const [lost = ''] = await filesIn(place.store)
  const seen = { mayDelete: true, second: '' }
  const get: FileStore['get'] = async (key) => {
    if (key !== lost) return place.store.get(key)
    seen.mayDelete = await mayDeleteFiles(database)
    seen.second = await makeBackup(place, `${root}/second`).then(
      () => '',
      (error: Error) => error.message,
    )
    throw new StoredFileMissing('gone')
  }
  const made = await makeBackup({ ...place, store: { ...place.store, get } }, `${root}/with-loss`)
  expect(seen).toEqual({ mayDelete: false, second: 'Another backup is being made. Wait for its end.' })
  expect(await mayDeleteFiles(database)).toBe(true)
  expect(made.files).toMatchObject({ count: 4, missing: 1 })
  expect((await checkBackup(`${root}/with-loss`, master)).manifest).toEqual(made)
})
