import { verdictOf } from './unsupported-type.ts'
import { checkZip } from './zip.ts'

export default (bytes: Uint8Array) => verdictOf(() => checkZip(Buffer.from(bytes)))
