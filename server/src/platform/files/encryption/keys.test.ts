import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FileIdentity, fileAad } from './file-identity.ts'
import { derive, newFileKey, unwrapFileKey, wrapFileKey } from './keys.ts'
import { addMasterKey, loadMasterKeys } from './master-keys.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fornix-keys-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('makes a key file once, for its owner only, and reads the same key ever after', async () => {
  const path = join(folder, 'new', 'master.key')
  const keys = await Promise.all(Array.from({ length: 8 }, () => loadMasterKeys({ keyFile: path }, { create: true })))
  const again = await loadMasterKeys({ keyFile: path }, { create: false })
  expect(again.origin).toHaveLength(32)
  expect(keys.every(({ origin }) => origin.equals(again.origin))).toBe(true)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(join(folder, 'new'))).toEqual(['master.key'])
})

test('never replaces a missing key unless told to, nor a broken one at all', async () => {
  const path = join(folder, 'master.key')
  await expect(loadMasterKeys({ keyFile: path }, { create: false })).rejects.toThrow('is missing')
  for (const text of ['', 'short', Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('base64')]) {
    await writeFile(path, text)
    await expect(loadMasterKeys({ keyFile: path }, { create: true })).rejects.toThrow('32 bytes')
    expect(await readFile(path, 'utf8')).toBe(text)
  }
})

test('a new master key comes first, the old ones stay, and what runs takes it up', async () => {
  const path = join(folder, 'master.key')
  const before = await loadMasterKeys({ keyFile: path }, { create: true })
  const [first] = before.all()
  await writeFile(path, `# for people\n${await readFile(path, 'utf8')}`)
  await addMasterKey(path)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const after = await loadMasterKeys({ keyFile: path }, { create: false })
  await before.reload()
  for (const { all, origin } of [before, after]) {
    expect(all()).toHaveLength(2)
    expect(all()[0]!.equals(first!)).toBe(false)
    expect([all()[1], origin]).toEqual([first, first])
  }
  expect(await readdir(folder)).toEqual(['master.key'])
})

test('a program that runs keeps its keys when the file breaks or goes', async () => {
  const path = join(folder, 'master.key')
  const keys = await loadMasterKeys({ keyFile: path }, { create: true })
  const known = keys.all()
  for (const spoil of [() => writeFile(path, ''), () => writeFile(path, 'broken'), () => rm(path)]) {
    await spoil()
    await keys.reload()
    expect(keys.all()).toEqual(known)
  }
})

test('several master keys may come in the environment', async () => {
  const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const MASTER_KEY = `${first.toString('base64')},${second.toString('base64')}`
  const { all, origin } = await loadMasterKeys({ keyFile: '', MASTER_KEY }, { create: false })
  expect([...all(), origin]).toEqual([first, second, second])
})

test('derives one key per purpose', () => {
  const master = Buffer.alloc(32, 7)
  expect(derive(master, 'a').equals(derive(master, 'a'))).toBe(true)
  expect(derive(master, 'a').equals(derive(master, 'b'))).toBe(false)
  expect(derive(master, 'a').equals(derive(Buffer.alloc(32, 8), 'a'))).toBe(false)
})

test('a file key opens only for its file, its project key and its version', () => {
  const projectKey = { version: 1, key: newFileKey() }
  const file: FileIdentity = { project_id: 'p', patient_id: 'q', file_id: 'f', kind: 'document' }
  const fileKey = newFileKey()
  const wrapped = wrapFileKey(projectKey, fileKey, file)
  expect(unwrapFileKey(projectKey, wrapped, file).equals(fileKey)).toBe(true)
  expect(wrapped.includes(fileKey)).toBe(false)
  for (const change of [{ project_id: 'x' }, { patient_id: 'x' }, { file_id: 'x' }, { kind: 'reimbursement' as const }])
    expect(() => unwrapFileKey(projectKey, wrapped, { ...file, ...change })).toThrow()
  expect(() => unwrapFileKey({ ...projectKey, version: 2 }, wrapped, file)).toThrow()
  expect(() => unwrapFileKey({ version: 1, key: newFileKey() }, wrapped, file)).toThrow()
  for (let at = 0; at < wrapped.length; at++) {
    const changed = Buffer.from(wrapped)
    changed[at]! ^= 1
    expect(() => unwrapFileKey(projectKey, changed, file)).toThrow()
  }
  expect(() => unwrapFileKey(projectKey, wrapped.subarray(0, 20), file)).toThrow()
})

test('bytes are bound to project, patient, file and kind, each for itself', () => {
  const file: FileIdentity = { project_id: 'p', patient_id: 'q', file_id: 'f', kind: 'document' }
  const changes = [{ project_id: 'x' }, { patient_id: 'x' }, { file_id: 'x' }, { kind: 'reimbursement' as const }]
  const all = [{}, ...changes].map((change) => fileAad({ ...file, ...change }).toString())
  expect(new Set(all).size).toBe(5)
})
