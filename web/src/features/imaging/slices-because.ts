import { hasWebGl2 } from './web-gl.ts'

const isPhone = () => window.matchMedia('(max-width: 47.99em)').matches

export type SlicesBecause = 'noWebGl' | 'chosen' | undefined

/** Why a study opens as slices; undefined if it opens as a volume. */
export const slicesBecauseOf = (isPatient: boolean): SlicesBecause => {
  if (!hasWebGl2()) return 'noWebGl'
  return isPatient && isPhone() ? 'chosen' : undefined
}
