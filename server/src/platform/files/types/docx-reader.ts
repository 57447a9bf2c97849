import { judgeDocx } from './docx.ts'
import { verdictOf } from './unsupported-type.ts'

export default (bytes: Uint8Array) => verdictOf(() => judgeDocx(Buffer.from(bytes)))
