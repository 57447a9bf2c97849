import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

/** The size and hash of one file in a backup: any damage shows in them. */
export const Part = z.object({ bytes: z.number().int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })
export type Part = z.output<typeof Part>

/** Counts and hashes what passes through; call `part()` after the end. */
export const measuring = () => {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      bytes += piece.length
      hash.update(piece)
      done(null, piece)
    },
  })
  return Object.assign(stream, { part: (): Part => ({ bytes, sha256: hash.digest('hex') }) })
}

/** Writes a new file, which survives a crash once this returns. */
export const writePart = async (path: string, source: Readable, ...through: Transform[]): Promise<Part> => {
  const measure = measuring()
  await pipeline([source, ...through, measure, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })])
  return measure.part()
}

export const measure = async (source: Readable): Promise<Part> => {
  const stream = measuring()
  await pipeline(source, stream.resume())
  return stream.part()
}

export const isSame = (a: Part, b: Part) => a.bytes === b.bytes && a.sha256 === b.sha256

/** Measures the file of that name in the backup's folder; null if there is none. */
export const measureFile = (path: string) =>
  measure(createReadStream(path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
