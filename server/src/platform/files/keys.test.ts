import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FileIdentity, fileAad } from './file-identity.ts'
import { derive, loadMasterKey, newFileKey, unwrapFileKey, wrapFileKey } from './keys.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fornix-keys-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('makes a key file once, for its owner only, and reads the same key ever after', async () => {
  const path = join(folder, 'new', 'master.key')
  const keys = await Promise.all(Array.from({ length: 8 }, () => loadMasterKey({ keyFile: path }, { create: true })))
  const again = await loadMasterKey({ keyFile: path }, { create: false })
  expect(again).toHaveLength(32)
  expect(keys.every((key) => key.equals(again))).toBe(true)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(join(folder, 'new'))).toEqual(['master.key'])
})

test('never replaces a missing key unless told to, nor a broken one at all', async () => {
  const path = join(folder, 'master.key')
  await expect(loadMasterKey({ keyFile: path }, { create: false })).rejects.toThrow('is missing')
  for (const text of ['', 'short', Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('base64')]) {
    await writeFile(path, text)
    await expect(loadMasterKey({ keyFile: path }, { create: true })).rejects.toThrow('32 bytes')
    expect(await readFile(path, 'utf8')).toBe(text)
  }
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
