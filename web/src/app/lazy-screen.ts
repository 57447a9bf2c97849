import type { ComponentType } from 'react'
import type { Params, RouteObject } from 'react-router'
import { absentPage } from '../ui/shell/OfflinePage.tsx'
import type { Absence } from '../ui/state/absence.tsx'
import { lazyPart, loadPart, type Part } from '../ui/state/lazy-part.tsx'

export type Screen = Pick<RouteObject, 'Component'> & {
  /** The router waits for it before leaving the previous page. */
  load?: () => Promise<ComponentType>
  /** The parts of its component. */
  parts?: (params: Params) => readonly Pick<Part, 'preload'>[]
}

/** Loads a file's export of this name when needed. */
export const load = <N extends string>(
  file: () => Promise<Record<N, ComponentType>>,
  name: N,
  absence: Absence = absentPage,
) => lazyPart(async () => (await file())[name], absence)
/** The same for a page. */
export const screen = <N extends string>(file: () => Promise<Record<N, ComponentType>>, name: N): Screen => ({
  load: () => loadPart(async () => (await file())[name], absentPage),
})

/** How the router gets a page's component. */
export const routeOf = ({ Component, load }: Screen): Pick<RouteObject, 'Component' | 'lazy'> =>
  load ? { lazy: async () => ({ Component: await load() }) } : { Component: Component ?? null }
