import { beforeEach, expect, test, vi } from 'vitest'
import { openRoute } from '../testing/open-route.ts'
import { serve } from '../testing/serve.ts'
import { signIn, signOut } from '../testing/show.tsx'

vi.mock('./signed-in.ts', () => ({
  get IdleLogout() {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/signed-in.js')
  },
}))

beforeEach(() => {
  signOut()
  serve({ 'HEAD *': [200, ''] })
})

test.each(['/operatorPatientlist', '/viewer'])(
  'staff do not see %s without what logs them out after 20 minutes',
  async (path) => {
    signIn('Nurse')
    await expect(openRoute(path)).rejects.toThrow('dynamically imported module')
  },
)
