import { svgCheck } from './svg.ts'
import { UnsupportedType } from './unsupported-type.ts'

/** The other side of `svgApart`: says why not, or nothing. */
export default async (bytes: Uint8Array) => {
  const check = svgCheck()
  try {
    check.take(Buffer.from(bytes))
    await check.end()
    return ''
  } catch (error) {
    if (error instanceof UnsupportedType) return error.message
    throw error
  }
}
