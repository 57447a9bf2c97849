import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasOpenssl, openssl } from '../../test/certificates.ts'
import { runIn } from '../../test/command-line.ts'
import { emptyDatabase, testDatabase } from '../../test/database.ts'
import { testPasswords } from '../../test/passwords.ts'
import { roleAddresses } from '../platform/database/addresses.ts'
import { readConfig } from '../platform/settings/config.ts'
import { startPlatform } from '../start-platform.ts'

const root = await mkdtemp(`${tmpdir()}/fornix-verify-`)
const cleanups: (() => Promise<unknown>)[] = [() => rm(root, { recursive: true, force: true })]
afterAll(async () => {
  for (const clean of cleanups.toReversed()) await clean()
})

const keyFile = `${root}/audit.key`
const copy = `${root}/elsewhere/anchors.jsonl`

/** A place as production has it: roles that are there already, and the audit key outside the data folder. */
const placeAt = (name: string, url: string) => {
  const { appUrl, systemUrl } = roleAddresses(url, testPasswords)
  return {
    DATA_DIR: `${root}/${name}`,
    DATABASE_URL: appUrl,
    DATABASE_SYSTEM_URL: systemUrl,
    DATABASE_OWNER_URL: url,
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    AUDIT_KEY_FILE: keyFile,
    LOG_LEVEL: 'silent',
  }
}
type Place = ReturnType<typeof placeAt>
/** The portal runs for a while; as it stops everything is sealed, anchored and copied. */
const runFor = async (place: Place & { AUDIT_COPY_FILE?: string }, work = async () => {}) => {
  const { stop } = await startPlatform(readConfig('demo', place), { smtpUrl: 'smtp://127.0.0.1:9' })
  await work().finally(stop)
}
const project = (place: Place, slug: string) => async () => {
  await runIn(place, 'project', 'create', '--slug', slug, '--name', slug, '--time-zone', 'UTC')
}

let place: Place
let owner: Awaited<ReturnType<typeof testDatabase>>['owner']
beforeAll(async () => {
  const made = await testDatabase()
  cleanups.push(made.drop)
  owner = made.owner
  place = placeAt('first', made.url)
  await mkdir(`${root}/elsewhere`)
  expect(await runIn({}, 'audit-key', keyFile)).toMatchObject({ code: 0 })
  await runFor({ ...place, AUDIT_COPY_FILE: copy }, project(place, 'hill'))
})

const holds = (slug: string, heads = '\\d+') =>
  new RegExp(`^${slug}: the chain holds, with ${heads} anchored heads$`, 'm')

test('the audit key and its public half are made once, for the eyes of the portal', async () => {
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
  expect(await readFile(`${keyFile}.pub`, 'utf8')).toMatch(/^-----BEGIN PUBLIC KEY-----/)
  expect(await runIn({}, 'audit-key', keyFile)).toEqual({
    code: 1,
    text: `There is a file ${keyFile} already. --rotate puts a new key first.`,
  })
})

test('whoever has the public key and the copies verifies without the data folder', async () => {
  expect(await runIn(place, 'verify-audit')).toMatchObject({ code: 0, text: expect.stringMatching(holds('hill')) })
  const outside = { ...place, DATA_DIR: `${root}/outside`, AUDIT_KEY_FILE: '' }
  const given = ['--public-key', `${keyFile}.pub`, '--anchors', copy]
  const found = await runIn(outside, 'verify-audit', ...given)
  expect(found).toMatchObject({ code: 0, text: expect.stringMatching(holds('hill', '[1-9]')) })
  expect(await runIn(outside, 'verify-audit', '--anchors', copy)).toEqual({
    code: 1,
    text: 'No public key is given: name its file with --public-key, or set AUDIT_KEY_FILE.',
  })
})

test.skipIf(!hasOpenssl)('a key of openssl signs as well, and openssl checks a line', async () => {
  const [key, folder] = [`${root}/openssl.key`, `${root}/by-openssl`]
  await openssl('genpkey', '-algorithm', 'ed25519', '-out', key)
  await openssl('pkey', '-in', key, '-pubout', '-out', `${key}.pub`)
  await runFor({ ...place, DATA_DIR: folder, AUDIT_KEY_FILE: key })
  const [line = ''] = (await readFile(`${folder}/audit-anchors.jsonl`, 'utf8')).split('\n')
  const [body, signature = ''] = line.split(',"signature":"')
  await writeFile(`${root}/body`, `${body}}`)
  await writeFile(`${root}/signature`, Buffer.from(signature.slice(0, -2), 'base64'))
  const files = ['-rawin', '-in', `${root}/body`, '-sigfile', `${root}/signature`]
  const { stdout } = await openssl('pkeyutl', '-verify', '-pubin', '-inkey', `${key}.pub`, ...files)
  expect(stdout).toContain('Verified Successfully')
})

test('a new key is announced at the next start, told in the audit trail, and old anchors hold under it', async () => {
  const former = await readFile(`${keyFile}.pub`, 'utf8')
  expect(await runIn({}, 'audit-key', keyFile, '--rotate')).toMatchObject({ code: 0 })
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
  await runFor({ ...place, AUDIT_COPY_FILE: copy })
  const told = await owner("select object_id from audit_events where action = 'audit.change_key'")
  expect(told).toEqual([{ object_id: expect.stringMatching(/^[0-9a-f]{32}$/) }])
  // The new key alone, as somebody has it who threw the old one away; and the old one alone, as somebody has it who was not told.
  const [newest = ''] =
    /-----BEGIN PUBLIC[\s\S]+?END PUBLIC KEY-----\n/.exec(await readFile(`${keyFile}.pub`, 'utf8')) ?? []
  for (const pem of [newest, former]) {
    await writeFile(`${root}/one.pub`, pem)
    expect(await runIn(place, 'verify-audit', '--public-key', `${root}/one.pub`)).toMatchObject({ code: 0 })
  }
})

test('a restored backup that is older than the anchors is named as that, and accepted with a reason', async () => {
  expect(await runIn(place, 'backup', `${root}/backup`)).toMatchObject({ code: 0 })
  await runFor({ ...place, AUDIT_COPY_FILE: copy }, project(place, 'valley'))
  await runFor({ ...place, AUDIT_COPY_FILE: copy }, async () => {
    await runIn(
      place,
      'admin',
      'invite',
      '--project',
      'hill',
      '--email',
      'v@hill.example',
      '--first-name',
      'V',
      '--last-name',
      'L',
    )
  })

  const { url, drop } = await emptyDatabase()
  cleanups.push(drop)
  const restored = { ...placeAt('restored', url), AUDIT_COPY_FILE: copy }
  const { AUDIT_COPY_FILE: _, ...alone } = restored
  expect(await runIn(alone, 'restore', `${root}/backup`)).toMatchObject({
    code: 0,
    text: expect.stringMatching(holds('hill')),
  })
  expect(await runIn(alone, 'verify-audit')).toMatchObject({ code: 0 })
  const older = await runIn(restored, 'verify-audit')
  expect(older.code).toBe(1)
  expect(older.text).toMatch(
    /^hill: The chain ends at row \d+, but row \d+ was anchored at .*: the database is older than its anchors\./m,
  )
  expect(older.text).toMatch(/^[0-9a-f-]{36}: This project was anchored and is not in the database\./m)

  await runFor(restored)
  const later = await runIn(restored, 'verify-audit')
  expect(later.text).toMatch(
    /^hill: Row \d+ \(.*\) of .* tells of a restored backup: what was anchored before on rows after \d+ is gone\./m,
  )
  const accepted = await runIn(restored, 'verify-audit', '--accept-restore', 'The disk of the database broke')
  expect(accepted).toMatchObject({ code: 0, text: expect.stringContaining('The restore is accepted') })
  await runFor(restored)
  const after = await runIn(restored, 'verify-audit')
  expect(after).toMatchObject({ code: 0, text: expect.stringMatching(holds('hill')) })
  expect(after.text).toMatch(/hill: a restore was accepted on .* \(The disk of the database broke\)/)
  expect(await readFile(copy, 'utf8')).toContain('The disk of the database broke')

  expect(await runIn(restored, 'verify-audit', '--accept-restore', 'Once more')).toEqual({
    code: 1,
    text: 'There is nothing that a restored backup would explain. Nothing was changed.',
  })
})

test('a reason without the key is none, and neither is one of a forger', async () => {
  const logs = (await readdir(place.DATA_DIR)).filter((name) => name.startsWith('audit-anchors'))
  await owner("delete from audit_events where seq = (select max(seq) from audit_events) and action <> 'project.create'")
  expect(await runIn(place, 'verify-audit')).toMatchObject({ code: 1 })
  const keyless = { ...place, AUDIT_KEY_FILE: '' }
  const given = ['--public-key', `${keyFile}.pub`, '--accept-restore', 'It was meant']
  expect(await runIn(keyless, 'verify-audit', ...given)).toEqual({
    code: 1,
    text: 'AUDIT_KEY_FILE is missing: its key signs that the restore was meant.',
  })
  await runIn({}, 'audit-key', `${root}/forged.key`)
  const forged = { ...place, AUDIT_KEY_FILE: `${root}/forged.key` }
  await runIn(forged, 'verify-audit', '--public-key', `${keyFile}.pub`, '--accept-restore', 'It was meant')
  const found = await runIn(place, 'verify-audit')
  expect(found.code).toBe(1)
  expect(found.text).toContain('the newest rows were cut off')
  expect((await readdir(place.DATA_DIR)).filter((name) => name.startsWith('audit-anchors')).length).toBe(
    logs.length + 1,
  )
})
