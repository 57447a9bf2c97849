import { checkDocx } from './docx.ts'
import { verdictOf } from './unsupported-type.ts'

export default (bytes: Uint8Array) => verdictOf(() => checkDocx(Buffer.from(bytes)))
