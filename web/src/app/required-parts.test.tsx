import type { RouteObject } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { serve } from '../testing/serve.ts'
import { signIn, signOut } from '../testing/show.tsx'
import { routes } from './routes.tsx'

vi.mock('./signed-in.ts', () => ({
  get IdleLogout() {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/signed-in.js')
  },
}))

const find = (some: RouteObject[], path: string): RouteObject | undefined =>
  some.flatMap((route) => (route.path === path ? [route] : (find(route.children ?? [], path) ?? [])))[0]
const open = async (path: string) => {
  const loader = find(routes, path)?.loader
  if (typeof loader !== 'function') throw new Error('no such page')
  return loader({ request: new Request(location.origin + path), params: {} } as never)
}

beforeEach(() => {
  signOut()
  serve({ 'HEAD *': [200, ''] })
})

test('staff see no page without what logs them out after 20 minutes', async () => {
  signIn('Nurse')
  await expect(open('/operatorPatientlist')).rejects.toThrow('dynamically imported module')
})
