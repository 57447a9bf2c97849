import { svgCheck } from './svg.ts'
import { verdictOf } from './unsupported-type.ts'

export default (bytes: Uint8Array) =>
  verdictOf(() => {
    const check = svgCheck()
    check.take(Buffer.from(bytes))
    return check.end()
  })
