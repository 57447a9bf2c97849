import type { Page } from '@fornix/contract'
import type { ComponentType } from 'react'
import type { Params, RouteObject } from 'react-router'
import { absentPage } from '../ui/shell/OfflinePage.tsx'
import type { Absence } from '../ui/state/absence.tsx'
import { lazyPart, loadPart, type Part } from '../ui/state/lazy-part.tsx'

export type Screen = Pick<RouteObject, 'Component'> & {
  /** The router waits for it before leaving the previous page. */
  load?: (page: Page) => Promise<ComponentType>
  /** The parts of its component. */
  parts?: (params: Params) => readonly Pick<Part, 'preload'>[]
}

/** Adds the styles needed by everything except static pages. */
export const styled = async <File>(file: Promise<File>): Promise<File> =>
  (await Promise.all([file, import('../theme/controls-css.ts')]))[0]

/** Loads a file's export of this name when needed. */
export const load = <N extends string>(
  file: () => Promise<Record<N, ComponentType>>,
  name: N,
  absence: Absence = absentPage,
) => lazyPart(async () => (await styled(file()))[name], absence)
/** The same for a page. */
export const screen = <N extends string>(file: () => Promise<Record<N, ComponentType>>, name: N): Screen => ({
  load: ({ isStatic }) => loadPart(async () => (await (isStatic ? file() : styled(file())))[name], absentPage),
})

/** How the router gets a page's component. */
export const routeOf = ({ Component, load }: Screen, page: Page): Pick<RouteObject, 'Component' | 'lazy'> =>
  load ? { lazy: async () => ({ Component: await load(page) }) } : { Component: Component ?? null }
