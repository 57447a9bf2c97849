import { parentPort, workerData } from 'node:worker_threads'
import { svgCheck } from './svg.ts'
import { UnsupportedType } from './unsupported-type.ts'

/** The other side of `svgApart`: says why not, or nothing. */
const judge = async (bytes: Uint8Array) => {
  const check = svgCheck()
  try {
    check.take(Buffer.from(bytes))
    await check.end()
    return ''
  } catch (error) {
    if (error instanceof UnsupportedType) return error.message
    throw error
  }
}
parentPort?.postMessage(await judge(workerData))
