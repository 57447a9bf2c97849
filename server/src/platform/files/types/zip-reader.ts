import { checkResultOf } from './unsupported-type.ts'
import { checkZip } from './zip.ts'

export default (bytes: Uint8Array) => checkResultOf(() => checkZip(Buffer.from(bytes)))
