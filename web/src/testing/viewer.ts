import { beforeEach, vi } from 'vitest'
import { page } from 'vitest/browser'
import { signIn, signOut } from './show.tsx'

/** Before each test a physician is signed in, in a browser that cannot draw in 3D. */
export const viewSlices = () =>
  beforeEach(() => {
    signOut()
    signIn('Physician')
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  })

export const picture = () => page.getByRole('application')
export const place = () => page.getByRole('status').last()
