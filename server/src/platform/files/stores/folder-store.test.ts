import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderStore } from './folder-store.ts'
import { newStorageKey } from './store.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'fornix-store-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)

test('keeps bytes under a key, whole and in ranges, for the owner only', async () => {
  const store = await folderStore(root)
  const key = newStorageKey()
  expect(await store.put(key, Readable.from([Buffer.from('hello '), Buffer.from('world')]))).toEqual({ bytes: 11 })
  expect((await buffer(await store.get(key))).toString()).toBe('hello world')
  expect((await buffer(await store.get(key, { start: 6, end: 8 }))).toString()).toBe('wor')
  const path = join(root, key.slice(0, 2), key.slice(2, 4), key)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700)
  expect((await stat(join(root, 'incoming'))).mode & 0o777).toBe(0o700)
  expect(await filesIn(root)).toEqual([key])
  await store.ready()
  expect(await filesIn(root)).toEqual([key])
})

test('lists what is stored, and nothing else that lies in the folder', async () => {
  const store = await folderStore(root)
  const keys = [newStorageKey(), newStorageKey()].sort()
  for (const key of keys) await store.put(key, Readable.from(['a']))
  await writeFile(join(root, newStorageKey()), 'in the wrong place')
  await writeFile(join(root, 'incoming', newStorageKey()), 'half written')
  await writeFile(join(root, 'notes.txt'), 'of somebody')
  const listed: { key: string; changedMs: number }[] = []
  for await (const one of store.list()) listed.push(one)
  expect(listed.map(({ key }) => key).sort()).toEqual(keys)
  for (const { changedMs } of listed) expect(Math.abs(changedMs - Date.now())).toBeLessThan(60_000)
})

test('is not ready when its folder is gone', async () => {
  const store = await folderStore(root)
  await rm(root, { recursive: true })
  await expect(store.ready()).rejects.toThrow('ENOENT')
})

test('sweeps what dead processes left, and neither what living ones write nor what is stored', async () => {
  const key = newStorageKey()
  await (await folderStore(root)).put(key, Readable.from(['a']))
  const incoming = join(root, 'incoming')
  const dead = 2 ** 22 + 1
  await writeFile(join(incoming, `${hostname()}~${dead}~left`), 'x')
  await writeFile(join(incoming, `${hostname()}~${process.ppid}~living`), 'x')
  await writeFile(join(incoming, `${hostname()}~${process.pid}~ours`), 'x')
  await writeFile(join(incoming, 'another-host~1~unknown'), 'x')
  await folderStore(root)
  expect((await filesIn(incoming)).map((name) => name.split('~')[2]).sort()).toEqual(['living', 'ours', 'unknown'])
  expect(await filesIn(root)).toContain(key)
})
