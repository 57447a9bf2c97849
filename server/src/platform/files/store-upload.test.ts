import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DamagedFile } from './encryption/encryption.ts'
import type { FileIdentity } from './encryption/file-identity.ts'
import type { KeyRing } from './encryption/key-ring.ts'
import { newFileKey } from './encryption/keys.ts'
import { openStored, openStoredRange } from './open-stored.ts'
import { drain, FileTooLarge, storeUpload, type UploadSource } from './store-upload.ts'
import { folderStore } from './stores/folder-store.ts'
import type { FileStore } from './stores/store.ts'
import { UnsupportedType } from './types/unsupported-type.ts'

const mib = 1024 * 1024
const file: FileIdentity = { project_id: 'p', patient_id: 'q', file_id: 'f', kind: 'document' }
const versions = new Map([1, 2].map((version) => [version, newFileKey()]))
const keys: KeyRing = {
  current: async () => ({ version: 2, key: versions.get(2)! }),
  open: async (_project, version) => versions.get(version)!,
}

let root: string
let store: FileStore
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'fornix-receive-'))
  store = await folderStore(root)
})
afterEach(() => rm(root, { recursive: true, force: true }))

const stored = async () =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const pdfOf = (size: number) =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 15), Buffer.from('\n%%EOF')])
const inPieces = (bytes: Buffer, pieceBytes = 64 * 1024) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
    })(),
    { objectMode: false },
  )
const receive = (source: Readable, more: Partial<UploadSource> = {}) =>
  storeUpload({ source, name: 'a.pdf', allowed: ['pdf', 'png'], maxBytes: 5 * mib, store, keys, file, ...more })

describe('an upload that is accepted', () => {
  test('comes back byte for byte, whole and in ranges, and lies encrypted', async () => {
    const plain = pdfOf(300_000)
    const row = await receive(inPieces(plain))
    expect(row).toMatchObject({ size: 300_000, file_type: 'pdf', media_type: 'application/pdf', key_version: 2 })
    expect(row.sha256.equals(createHash('sha256').update(plain).digest())).toBe(true)
    const full = { ...file, ...row }
    expect((await buffer(await openStored(full, { store, keys }))).equals(plain)).toBe(true)
    const part = await buffer(await openStoredRange(full, { start: 65_000, end: 140_000 }, { store, keys }))
    expect(part.equals(plain.subarray(65_000, 140_001))).toBe(true)
    const [path] = await stored()
    expect((await readFile(path!)).includes(plain.subarray(0, 16))).toBe(false)
  })

  test('may be exactly as large as the limit', async () => {
    expect((await receive(inPieces(pdfOf(1000)), { maxBytes: 1000 })).size).toBe(1000)
  })

  test('does not open for another patient, nor after a change on the disk', async () => {
    const row = { ...file, ...(await receive(inPieces(pdfOf(1000)))) }
    await expect(openStored({ ...row, patient_id: 'other' }, { store, keys })).rejects.toThrow()
    const [path] = await stored()
    const bytes = await readFile(path!)
    bytes[500]! ^= 1
    await writeFile(path!, bytes)
    await expect(buffer(await openStored(row, { store, keys }))).rejects.toThrow(DamagedFile)
  })

  test('closes the stored file when the reader goes away', async () => {
    const row = { ...file, ...(await receive(inPieces(pdfOf(2 * mib)))) }
    let opened: Readable | undefined
    const watched = { ...store, get: async (key: string) => (opened = await store.get(key)) }
    const reading = await openStored(row, { store: watched, keys })
    await reading[Symbol.asyncIterator]().next()
    reading.destroy()
    while (!opened?.closed) await new Promise((resolve) => setImmediate(resolve))
    expect(opened.destroyed).toBe(true)
  })
})

describe('an upload that fails leaves nothing', () => {
  const fails = async (source: Readable, error: unknown, more: Partial<UploadSource> = {}) => {
    await expect(receive(source, more)).rejects.toThrow(error as Error)
    expect(await stored()).toEqual([])
  }

  test('when it is one byte too large', () => fails(inPieces(pdfOf(1001)), FileTooLarge, { maxBytes: 1000 }))
  test('when it is far too large', () => fails(inPieces(pdfOf(6 * mib)), FileTooLarge))
  test('when its first bytes are wrong', () => fails(inPieces(randomBytes(mib)), UnsupportedType))
  test('when only its last bytes are wrong', () =>
    fails(inPieces(Buffer.concat([pdfOf(mib), Buffer.from('<html>')])), UnsupportedType))
  test('when its name is wrong', () => fails(inPieces(pdfOf(1000)), UnsupportedType, { name: 'a.exe' }))
  test('when it is empty', () => fails(inPieces(Buffer.alloc(0)), UnsupportedType))
  test('when the key is not to be had', () =>
    fails(inPieces(pdfOf(1000)), 'no database', {
      keys: { ...keys, current: () => Promise.reject(new Error('no database')) },
    }))

  const startedUpload = () => {
    const source = new PassThrough()
    source.write(pdfOf(200_000))
    return source
  }
  const untilSomethingLies = async () => {
    while ((await stored()).length === 0) await new Promise((resolve) => setImmediate(resolve))
  }

  test('when the connection breaks midway', async () => {
    for (const error of [undefined, new Error('line lost')]) {
      const source = startedUpload()
      const failing = fails(source, error?.message ?? 'Premature close')
      await untilSomethingLies()
      source.destroy(error)
      await failing
    }
  })

  test('when it is aborted midway, or before it begins', async () => {
    const abort = new AbortController()
    const failing = fails(startedUpload(), 'aborted', { signal: abort.signal })
    await untilSomethingLies()
    abort.abort()
    await failing
    await fails(startedUpload(), 'aborted', { signal: abort.signal })
  })

  test('when the store fails, without hanging, whether or not it touched the stream', async () => {
    const put = () => Promise.reject(new Error('disk full'))
    await fails(inPieces(pdfOf(mib)), 'disk full', { store: { ...store, put } })
    const afterwards: FileStore['put'] = async (...put) => {
      await store.put(...put)
      throw new Error('answer lost')
    }
    await fails(inPieces(pdfOf(mib)), 'answer lost', { store: { ...store, put: afterwards } })
    const takesSome: FileStore['put'] = async (_key, stream) => {
      for await (const _ of stream) throw new Error('disk full')
      return { bytes: 0 }
    }
    await fails(inPieces(pdfOf(mib)), 'disk full', { store: { ...store, put: takesSome } })
  })
})

describe('what is left of a refused upload', () => {
  test('is read to its end within the limit, so that the answer is seen', async () => {
    for (const [bytes, name] of [
      [pdfOf(6 * mib), 'a.pdf'],
      [randomBytes(mib), 'a.pdf'],
      [pdfOf(mib), 'a.exe'],
    ] as const) {
      const source = inPieces(bytes)
      await expect(receive(source, { name })).rejects.toThrow()
      expect(source.destroyed).toBe(false)
      expect(await drain(source, 10 * mib)).toBe(true)
    }
  })

  test('is cut off beyond the limit', async () => {
    const source = inPieces(pdfOf(8 * mib))
    await expect(receive(source, { maxBytes: mib })).rejects.toThrow(FileTooLarge)
    expect(await drain(source, 2 * mib)).toBe(false)
    expect(source.destroyed).toBe(true)
  })

  test('may break, or be over already', async () => {
    const source = new PassThrough()
    const draining = drain(source, mib)
    source.destroy(new Error('line lost'))
    expect(await draining).toBe(false)
    const over = inPieces(Buffer.from('a'))
    await buffer(over)
    expect(await drain(over, mib)).toBe(true)
  })
})

test('twenty uploads of 5 MB at once hold only a few chunks each', async () => {
  const piece = randomBytes(64 * 1024)
  const head = Buffer.concat([Buffer.from('%PDF-1.7\n'), piece.subarray(9)])
  const tail = Buffer.concat([piece.subarray(6), Buffer.from('\n%%EOF')])
  let given = 0
  let kept = 0
  let most = 0
  const counting = (): FileStore['put'] => async (_key, stream) => {
    for await (const bytes of stream as AsyncIterable<Buffer>) {
      kept += bytes.length
      most = Math.max(most, given - kept)
      // As slow as a disk: the uploads take turns.
      await new Promise((resolve) => setImmediate(resolve))
    }
    return { bytes: 0 }
  }
  const upload = () => {
    let sent = 0
    const source = new Readable({
      highWaterMark: 64 * 1024,
      read() {
        if (sent === 80) return void this.push(null)
        given += piece.length
        this.push(sent === 0 ? head : sent === 79 ? tail : piece)
        sent++
      },
    })
    return receive(source, { store: { ...store, put: counting() } })
  }
  const rows = await Promise.all(Array.from({ length: 20 }, upload))
  expect(rows.every((row) => row.size === 5 * mib)).toBe(true)
  expect(most / 20).toBeLessThan(12 * 64 * 1024)
})
