import { createCipheriv, createDecipheriv } from 'node:crypto'
import { Readable, Transform, type TransformCallback } from 'node:stream'
import { ByteQueue } from '../../base/byte-queue.ts'
import { chunksOf } from '../../base/chunks.ts'
import { toError } from '../../base/unknown-error.ts'
import type { ByteRange, FileStore } from '../stores/store.ts'

// A stored file is an 8-byte header, then frames of 64 KiB of ciphertext and a 16-byte tag; the last frame may be shorter. Each frame is
// sealed with its number and a flag on the last one, so that cut, swapped or added frames do not open. An empty file is one empty last
// frame.
const header = Buffer.from('FORNIXE\x01', 'latin1')
export const chunkBytes = 64 * 1024
const tagBytes = 16
const frameBytes = chunkBytes + tagBytes

/** A stored file is not what was written: damaged, cut, moved, or opened with the wrong key. */
export class DamagedFile extends Error {
  override name = 'DamagedFile'
}

const nonce = (index: number, last: boolean) => {
  const bytes = Buffer.alloc(12)
  bytes.writeUIntBE(index, 4, 6)
  bytes[11] = last ? 1 : 0
  return bytes
}

const sealFrame = (key: Uint8Array, aad: Uint8Array, index: number, last: boolean, plain: Buffer[]) => {
  const cipher = createCipheriv('aes-256-gcm', key, nonce(index, last)).setAAD(aad)
  return [...plain.map((piece) => cipher.update(piece)), cipher.final(), cipher.getAuthTag()]
}

const openFrame = (key: Uint8Array, aad: Uint8Array, index: number, last: boolean, frame: Buffer) => {
  if (frame.length < tagBytes) throw new DamagedFile('A stored file is cut short')
  const decipher = createDecipheriv('aes-256-gcm', key, nonce(index, last), { authTagLength: tagBytes })
  decipher.setAAD(aad).setAuthTag(frame.subarray(-tagBytes))
  const plain = decipher.update(frame.subarray(0, -tagBytes))
  try {
    decipher.final()
  } catch (cause) {
    throw new DamagedFile('A stored file is damaged', { cause })
  }
  return plain
}

const attempt = (done: TransformCallback, work: () => void) => {
  try {
    work()
  } catch (error) {
    done(toError(error))
    return
  }
  done()
}

/** Turns plaintext into the stored form. The key must be used for this one file only. */
export const encrypting = (key: Uint8Array, aad: Uint8Array): Transform => {
  const bound = Buffer.concat([header, aad])
  const waiting = new ByteQueue()
  let index = 0
  const push = (stream: Transform, last: boolean, bytes: number) => {
    for (const piece of sealFrame(key, bound, index++, last, waiting.takePieces(bytes))) stream.push(piece)
  }
  return new Transform({
    construct(done) {
      this.push(header)
      done()
    },
    transform(piece: Buffer, _encoding, done) {
      attempt(done, () => {
        waiting.push(piece)
        // One byte more than a chunk, because the last chunk is sealed differently.
        while (waiting.length > chunkBytes) push(this, false, chunkBytes)
      })
    },
    flush(done) {
      attempt(done, () => push(this, true, waiting.length))
    },
  })
}

/** Turns the stored form into plaintext; each chunk is verified before it is passed on. Otherwise ends with `DamagedFile`. */
export const decrypting = (key: Uint8Array, aad: Uint8Array): Transform => {
  const bound = Buffer.concat([header, aad])
  const waiting = new ByteQueue()
  let index = 0
  let begun = false
  const begin = () => {
    begun = true
    if (waiting.length < header.length || !waiting.take(header.length).equals(header))
      throw new DamagedFile('A stored file does not begin as one')
  }
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      attempt(done, () => {
        waiting.push(piece)
        if (!begun && waiting.length < header.length) return
        if (!begun) begin()
        while (waiting.length > frameBytes) this.push(openFrame(key, bound, index++, false, waiting.take(frameBytes)))
      })
    },
    flush(done) {
      attempt(done, () => {
        if (!begun) begin()
        this.push(openFrame(key, bound, index, true, waiting.take(waiting.length)))
      })
    },
  })
}

export type StoredBytes = { store: FileStore; storageKey: string; key: Uint8Array; aad: Uint8Array; plainSize: number }

/** The plaintext from `start` to `end`, inclusive, reading only the chunks that contain it. */
export const decryptRange = (
  { store, storageKey, key, aad, plainSize }: StoredBytes,
  { start, end }: ByteRange,
): Readable => {
  if (!(Number.isSafeInteger(start) && Number.isSafeInteger(end) && 0 <= start && start <= end && end < plainSize))
    throw new RangeError('The range lies outside the file')
  const bound = Buffer.concat([header, aad])
  const final = Math.ceil(plainSize / chunkBytes) - 1
  const first = Math.floor(start / chunkBytes)
  const last = Math.floor(end / chunkBytes)
  const lengthOf = (index: number) => (index === final ? plainSize - final * chunkBytes + tagBytes : frameBytes)
  const offsetOf = (index: number) => header.length + index * frameBytes

  const plaintext = async function* () {
    const stored = await store.get(storageKey, { start: offsetOf(first), end: offsetOf(last) + lengthOf(last) - 1 })
    const waiting = new ByteQueue()
    let index = first
    for await (const piece of chunksOf(stored)) {
      waiting.push(piece)
      while (index <= last && waiting.length >= lengthOf(index)) {
        const plain = openFrame(key, bound, index, index === final, waiting.take(lengthOf(index)))
        yield plain.subarray(Math.max(0, start - index * chunkBytes), end + 1 - index * chunkBytes)
        index++
      }
    }
    if (index <= last) throw new DamagedFile('A stored file is cut short')
  }
  return Readable.from(plaintext(), { objectMode: false })
}
