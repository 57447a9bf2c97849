import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import type { ReadBytes } from './frames.ts'
import { metaOf } from './head-layout.ts'
import { DicomRefused } from './refused.ts'
import { deflated } from './transfer-syntaxes.ts'

/** A file; for a deflated one, its content with the dataset after the meta header inflated. */
export type Source = { read: ReadBytes; size: number }

/** A meta header is far shorter. */
const metaBytes = 16 * 1024
const pieceBytes = 1024 * 1024
/** Each frame that is read inflates the file anew. What is deflated in practice, reports and segmentations, is far smaller. */
const maxInflated = 256 * 1024 * 1024

async function* piecesOf({ read, size }: Source, start: number) {
  for (let at = start; at < size; at += pieceBytes) yield await read(at, Math.min(size, at + pieceBytes) - 1)
}

/** Where a deflated file's dataset begins; undefined for any other file. */
export const deflatedAt = async ({ read, size }: Source) => {
  const { syntax, end } = metaOf(await read(0, Math.min(size, metaBytes) - 1))
  return syntax === deflated ? end : undefined
}

/** A deflated file with its dataset (PS3.5 A.5) inflated. */
export async function* inflatedChunks(source: Source, start: number): AsyncIterable<Buffer> {
  yield await source.read(0, start - 1)
  const compressed = Readable.from(piecesOf(source, start), { objectMode: false })
  const inflate = createInflateRaw()
  compressed.on('error', (error) => inflate.destroy(error)).pipe(inflate)
  try {
    yield* inflate as AsyncIterable<Buffer>
  } finally {
    compressed.destroy()
    inflate.destroy()
  }
}

/**
 * For a deflated file its beginning and its size, after inflating as far as possible: no further than `maxBytes` or 256 MB, which a small
 * file may be made to exceed.
 */
export const sourceOf = async (
  source: Source,
  { maxBytes, keptBytes }: { maxBytes: number; keptBytes: number },
): Promise<Source> => {
  const start = await deflatedAt(source).catch(() => undefined)
  if (start === undefined) return source
  const kept: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of inflatedChunks(source, start)) {
      if (size < keptBytes) kept.push(chunk)
      size += chunk.length
      if (size > Math.min(maxBytes, maxInflated)) throw new DicomRefused('too_large')
    }
  } catch (cause) {
    throw cause instanceof DicomRefused ? cause : new DicomRefused('unreadable', { cause })
  }
  const beginning = Buffer.concat(kept)
  const read = async (from: number, to: number) => {
    if (to < from) return Buffer.alloc(0)
    if (from >= beginning.length) throw new DicomRefused('too_complex')
    return beginning.subarray(from, to + 1)
  }
  return { read, size }
}
