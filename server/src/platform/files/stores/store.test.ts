import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { hasObjectStore, startObjectStore } from '../../../../test/object-store.ts'
import { folderStore } from './folder-store.ts'
import { s3Store } from './s3-store.ts'
import { type FileStore, newStorageKey, StoredFileMissing } from './store.ts'

const mib = 2 ** 20
type Opened = { store: FileStore; inside: () => Promise<unknown[]>; stop: () => Promise<void> }

const inFolder = async (): Promise<Opened> => {
  const root = await mkdtemp(join(tmpdir(), 'fornix-store-'))
  return {
    store: await folderStore(root),
    inside: async () => (await readdir(root, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()),
    stop: () => rm(root, { recursive: true }),
  }
}
const inBucket = async (): Promise<Opened> => {
  const server = await startObjectStore()
  const options = await server.bucket()
  const store = s3Store(options)
  const stop = async () => {
    store.close()
    await server.stop()
  }
  return { store, inside: () => server.inside(options.bucket), stop }
}

const inPieces = (bytes: Buffer, pieceBytes = 65_552) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
    })(),
  )

describe.each([
  ['a folder', inFolder, true],
  ['a bucket', inBucket, hasObjectStore],
] as const)('files in %s', (_name, open, possible) => {
  if (!possible) return test.skip('need Swift')
  let opened: Promise<Opened>
  const files = () => {
    opened ??= open()
    return opened
  }
  afterAll(async () => (await opened).stop())

  // Below, at and above a bucket's part size, in full and odd-sized parts.
  test.each([0, 11, 8 * mib, 8 * mib + 1])('of %i bytes come back as they were', async (size) => {
    const { store, inside } = await files()
    const [key, bytes] = [newStorageKey(), randomBytes(size)]
    expect(await store.put(key, inPieces(bytes))).toEqual({ bytes: size })
    expect((await buffer(await store.get(key))).equals(bytes)).toBe(true)
    await store.delete(key)
    expect(await inside()).toEqual([])
  })

  test('come back in ranges, across parts too', async () => {
    const { store } = await files()
    const [key, bytes] = [newStorageKey(), randomBytes(17 * mib)]
    await store.put(key, inPieces(bytes))
    for (const [start, end] of [
      [0, 0],
      [6, 8],
      [8 * mib - 5, 8 * mib + 5],
      [17 * mib - 1, 17 * mib - 1],
      [17 * mib - 1, 17 * mib + 100],
    ] as const)
      expect((await buffer(await store.get(key, { start, end }))).equals(bytes.subarray(start, end + 1))).toBe(true)
    expect(await buffer(await store.get(key, { start: 17 * mib, end: 18 * mib }))).toHaveLength(0)
    await store.delete(key)
  })

  test('that are missing are named so, and deleted twice without an error', async () => {
    const { store } = await files()
    const key = newStorageKey()
    await store.put(key, Readable.from(['a']))
    await store.delete(key)
    await store.delete(key)
    await expect(store.get(key)).rejects.toThrow(StoredFileMissing)
    await expect(store.get(key, { start: 0, end: 5 })).rejects.toThrow(StoredFileMissing)
  })

  test.each(['', '..', '../../etc/passwd', 'a', 'A'.repeat(32), `${'a'.repeat(32)}/`, `${'a'.repeat(32)}\n`])(
    'have no %j as a key',
    async (key) => {
      const { store } = await files()
      await expect(store.put(key, Readable.from([]))).rejects.toThrow('storage key')
      await expect(store.get(key)).rejects.toThrow('storage key')
      await expect((async () => store.delete(key))()).rejects.toThrow('storage key')
    },
  )

  test.each([200_000, 9 * mib])('leave nothing when their stream breaks after %i bytes', async (size) => {
    const { store, inside } = await files()
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(size)
        throw new Error('line lost')
      })(),
    )
    await expect(store.put(newStorageKey(), broken)).rejects.toThrow('line lost')
    expect(await inside()).toEqual([])
  })

  test.each([200_000, 9 * mib])('leave nothing when they are given up after %i bytes', async (size) => {
    const { store, inside } = await files()
    const abort = new AbortController()
    let takenUp = () => {}
    const taken = new Promise<void>((resolve) => {
      takenUp = resolve
    })
    const bytes = Buffer.alloc(size)
    let given = 0
    // When asked for more after the last byte, the source stays silent: the upload stalls in the middle.
    const stalled = new Readable({
      highWaterMark: 65_536,
      read() {
        if (given === size) return takenUp()
        const piece = bytes.subarray(given, given + 65_536)
        given += piece.length
        this.push(piece)
      },
    })
    const putting = store.put(newStorageKey(), stalled, { signal: abort.signal })
    await taken
    abort.abort()
    await expect(putting).rejects.toThrow('aborted')
    await expect(store.put(newStorageKey(), Readable.from(['a']), { signal: abort.signal })).rejects.toThrow('aborted')
    expect(await inside()).toEqual([])
  })

  test('are listed with the time they were written', async () => {
    const { store } = await files()
    const keys = [newStorageKey(), newStorageKey()].sort()
    for (const key of keys) await store.put(key, Readable.from(['a']))
    const listed: { key: string; changedMs: number }[] = []
    for await (const one of store.list()) listed.push(one)
    expect(listed.map(({ key }) => key).sort()).toEqual(keys)
    for (const { changedMs } of listed) expect(Math.abs(changedMs - Date.now())).toBeLessThan(60_000)
    for (const key of keys) await store.delete(key)
  })

  test('may be taken, which is tried without leaving anything', async () => {
    const { store, inside } = await files()
    await store.ready()
    expect(await inside()).toEqual([])
  })
})
