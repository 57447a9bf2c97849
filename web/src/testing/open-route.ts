import type { RouteObject } from 'react-router'
import { vi } from 'vitest'
import { routes } from '../app/routes.tsx'

const find = (some: RouteObject[], path: string): RouteObject | undefined =>
  some.flatMap((route) => (route.path === path ? [route] : (find(route.children ?? [], path) ?? [])))[0]

/** Runs the loader of a page's route, in a document that started at its address. */
export const openRoute = async (path: string) => {
  const { loader } = find(routes, path) ?? {}
  if (typeof loader !== 'function') throw new Error('no such page')
  const name = location.origin + path
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ name } as PerformanceEntry])
  return loader({ request: new Request(name), params: {} } as never)
}
