import { verdictOf } from './unsupported-type.ts'
import { judgeZip } from './zip.ts'

export default (bytes: Uint8Array) => verdictOf(() => judgeZip(Buffer.from(bytes)))
