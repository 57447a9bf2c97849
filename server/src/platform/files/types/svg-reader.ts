import { svgCheck } from './svg.ts'
import { checkResultOf } from './unsupported-type.ts'

export default (bytes: Uint8Array) =>
  checkResultOf(() => {
    const check = svgCheck()
    check.take(Buffer.from(bytes))
    return check.end()
  })
