import { refuse } from './unsupported-type.ts'

const maxPixels = 100_000_000

/** What a picture would take up when it is drawn follows from its head, not from its bytes. */
export const checkPixels = (type: string, width: number, height: number) => {
  if (width === 0 || height === 0) refuse(`${type}: no size`)
  if (width * height > maxPixels) refuse(`${type}: too many pixels`, 'tooManyPixels')
}
