import { refuseActivePdf } from './pdf-content.ts'
import { verdictOf } from './unsupported-type.ts'

export default (bytes: Uint8Array) => verdictOf(() => refuseActivePdf(Buffer.from(bytes)))
