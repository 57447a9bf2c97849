import { maxDocumentBytes } from '@fornix/contract'
import { ReaderFailed, readInProcess } from '../../base/reader-pool.ts'
import { refuse, type TypeCheck, type TypeCheckResult } from './unsupported-type.ts'

const readers = {
  pdf: new URL('./pdf-reader.ts', import.meta.url),
  svg: new URL('./svg-reader.ts', import.meta.url),
  zip: new URL('./zip-reader.ts', import.meta.url),
  docx: new URL('./docx-reader.ts', import.meta.url),
}

/** Collects a file, which upload limits keep small, and checks it in a separate process: bytes crafted for it can keep a reader busy. */
export const checkedInProcess = (type: keyof typeof readers, reader = readers[type], ms?: number): TypeCheck => {
  const check = readInProcess<Buffer, TypeCheckResult>(reader, { ms })
  const pieces: Buffer[] = []
  let size = 0
  return {
    take: (bytes) => {
      size += bytes.length
      if (size > maxDocumentBytes) refuse(`${type}: too large`)
      pieces.push(bytes)
    },
    end: async () => {
      // Out of time or memory, or a bug of ours: in each case the file must not be kept.
      const result = await check(Buffer.concat(pieces.splice(0))).catch((error: Error): TypeCheckResult => {
        if (error instanceof ReaderFailed) return { reason: `${type}: ${error.message}` }
        throw error
      })
      if (result) refuse(result.reason, result.sentence)
    },
  }
}
