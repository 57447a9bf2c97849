import { allPages, type Role, roles } from '@fornix/contract'
import type { RouteObject } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { serve } from '../testing/serve.ts'
import { signIn, signOut } from '../testing/show.tsx'
import { routes } from './routes.tsx'

const flat = (some: RouteObject[]): RouteObject[] => some.flatMap((route) => [route, ...flat(route.children ?? [])])
const all = flat(routes).filter(({ path }) => path !== undefined && path !== '*')

beforeEach(() => {
  signOut()
  serve({})
})

test('the routes of the app and the pages of the contract are the same', () => {
  expect(all.map(({ path }) => path).sort()).toEqual(allPages.map(({ path }) => path).sort())
})

const answerAt = async ({ path, loader }: RouteObject) => {
  if (typeof loader !== 'function') throw new Error(`${path} has no guard`)
  const request = new Request(`${location.origin}${path?.replaceAll(':', '')}`)
  const answer: unknown = await loader({ request, params: {} } as never)
  return answer instanceof Response ? answer.headers.get('location') : answer
}

/** Where users who are not signed in are sent: the sign-in page for the page's audience. */
const entranceOf = (allow: readonly Role[]) => {
  if (allow.includes('Patient')) return '/patients'
  return allow.includes('Physician') ? '/physicians' : '/adminPage'
}

test.each(allPages)('$path is shown to whom its rule allows, and to nobody else', async ({ path, allow }) => {
  const route = all.find((route) => route.path === path)
  if (!route) throw new Error('no such route')
  const isShown = (answer: unknown) =>
    // The viewer is loaded as a new document.
    answer === null || (path === '/viewer' && answer === `${location.origin}/viewer`)
  const toNobody = await answerAt(route)
  if (allow === 'anyone') expect(isShown(toNobody)).toBe(true)
  else expect(toNobody).toBe(entranceOf(allow))
  for (const role of roles) {
    signIn(role)
    const answer = await answerAt(route)
    if (allow === 'anyone' || allow.includes(role)) expect(isShown(answer)).toBe(true)
    else expect(answer).toBe('/403')
  }
})
