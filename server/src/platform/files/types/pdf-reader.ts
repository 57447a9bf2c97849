import { refuseActivePdf } from './pdf-content.ts'
import { checkResultOf } from './unsupported-type.ts'

export default (bytes: Uint8Array) => checkResultOf(() => refuseActivePdf(Buffer.from(bytes)))
