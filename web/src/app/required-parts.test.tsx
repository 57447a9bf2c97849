import type { RouteObject } from 'react-router'
import { expect, test, vi } from 'vitest'
import { serve } from '../testing/serve.ts'
import { signIn, signOut } from '../testing/show.tsx'
import { routes } from './routes.tsx'

vi.mock('./signed-in.ts', () => ({
  get IdleLogout() {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/signed-in.js')
  },
  ProofDialog: () => null,
}))

const path = '/operatorPatientlist'
const find = (some: RouteObject[]): RouteObject | undefined =>
  some.flatMap((route) => (route.path === path ? [route] : (find(route.children ?? []) ?? [])))[0]

test('staff see no page without what logs them out after 20 minutes', async () => {
  signOut()
  signIn('Nurse')
  serve({ 'HEAD *': [200, ''] })
  const loader = find(routes)?.loader
  if (typeof loader !== 'function') throw new Error('no such page')
  const open = loader({ request: new Request(location.origin + path), params: {} } as never)
  await expect(open).rejects.toThrow('dynamically imported module')
})
