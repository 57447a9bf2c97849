import { ReaderFailed, readApart } from '../reader-pool.ts'
import { maxSvgBytes } from './svg.ts'
import { refuse, type TypeCheck } from './unsupported-type.ts'

/** Judges an SVG in a process of its own: an XML that is made for it keeps a parser busy, and here all others would wait. */
export const svgApart = (program = new URL('./svg-reader.ts', import.meta.url), ms?: number): TypeCheck => {
  const judge = readApart<Buffer, string>(program, { ms })
  const pieces: Buffer[] = []
  let size = 0
  return {
    take: (bytes) => {
      size += bytes.length
      if (size > maxSvgBytes) refuse('svg: too large')
      pieces.push(bytes)
    },
    end: async () => {
      // Out of time or memory, or a mistake of ours: in none of these cases is the file fit to be kept.
      const reason = await judge(Buffer.concat(pieces)).catch((error: Error) => {
        if (error instanceof ReaderFailed) return `svg: ${error.message}`
        throw error
      })
      if (reason) refuse(reason)
    },
  }
}
