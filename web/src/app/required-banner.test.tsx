import { beforeEach, expect, test, vi } from 'vitest'
import { openRoute } from '../testing/open-route.ts'
import { serve } from '../testing/serve.ts'
import { actingIn, signIn, signOut } from '../testing/show.tsx'

vi.mock('../clinic/shell/ActingBanner.tsx', () => ({
  get ActingBanner() {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/ActingBanner.js')
  },
}))

beforeEach(() => {
  signOut()
  serve({ 'HEAD *': [200, ''] })
})

test.each(['/files', '/viewer'])(
  '%s is not opened for whoever acts for somebody without the line that says for whom',
  async (path) => {
    signIn('Patient', { acting: actingIn('files', 'images') })
    await expect(openRoute(path)).rejects.toThrow('dynamically imported module')
  },
)

test.each(['/files', '/viewer'])('%s of one’s own record does without it', async (path) => {
  signIn('Patient')
  expect(await openRoute(path)).toBeNull()
})
