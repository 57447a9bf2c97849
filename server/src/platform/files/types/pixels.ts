import { refuse } from './unsupported-type.ts'

const maxPixels = 100_000_000

/** How much memory a drawn picture takes depends on its header, not on its bytes. */
export const checkPixels = (type: string, width: number, height: number) => {
  if (width === 0 || height === 0) refuse(`${type}: no size`)
  if (width * height > maxPixels) refuse(`${type}: too many pixels`, 'tooManyPixels')
}
