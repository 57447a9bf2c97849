import { checkDocx } from './docx.ts'
import { checkResultOf } from './unsupported-type.ts'

export default (bytes: Uint8Array) => checkResultOf(() => checkDocx(Buffer.from(bytes)))
