import { beforeEach, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Sent } from './serve.ts'
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
/** The last picture that the server was asked to draw. */
export const lastDrawn = (sent: readonly Sent[]) => sent.findLast(({ call }) => call.endsWith('/rendered/'))
