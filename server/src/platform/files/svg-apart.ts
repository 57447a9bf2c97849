import { Worker } from 'node:worker_threads'
import { inTurn } from '../in-turn.ts'
import { maxSvgBytes } from './svg.ts'
import { refuse, type TypeCheck } from './unsupported-type.ts'

/**
 * By the clock on the wall, which on a busy machine runs while others work. The reading itself stops after a second of its
 * own time; this is for a step of it that does not return.
 */
const patienceMs = 5000
const threads = inTurn(2)

const readApart = async (bytes: Buffer, program: URL, ms: number) => {
  const thread = new Worker(program, {
    workerData: bytes,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 },
  })
  const end = setTimeout(() => thread.terminate(), ms)
  try {
    return await new Promise<string>((resolve) => {
      thread.once('message', resolve)
      // Out of memory, or a mistake of ours: in neither case is the file fit to be kept.
      thread.once('error', (error) => resolve(`svg: ${error.message}`))
      thread.once('exit', () => resolve('svg: takes too long to read'))
    })
  } finally {
    clearTimeout(end)
    await thread.terminate()
  }
}

/** Judges an SVG in a thread of its own: an XML that is made for it keeps a parser busy, and here all others would wait. */
export const svgApart = (program = new URL('./svg-thread.ts', import.meta.url), ms = patienceMs): TypeCheck => {
  const pieces: Buffer[] = []
  let size = 0
  return {
    take: (bytes) => {
      size += bytes.length
      if (size > maxSvgBytes) refuse('svg: too large')
      pieces.push(bytes)
    },
    end: async () => {
      const reason = await threads(() => readApart(Buffer.concat(pieces), program, ms))
      if (reason) refuse(reason)
    },
  }
}
