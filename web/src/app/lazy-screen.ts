import type { ComponentType } from 'react'
import type { Params, RouteObject } from 'react-router'
import { absentPage } from '../ui/shell/OfflinePage.tsx'
import type { Absence } from '../ui/state/absence.tsx'
import { lazyPart, loadPart, type Part } from '../ui/state/lazy-part.tsx'

export type Screen = Pick<RouteObject, 'Component' | 'lazy'> & {
  /** What its component is made of. */
  parts?: (params: Params) => readonly Pick<Part, 'preload'>[]
}

/** With the styles of everything that is not on a page that is only read. */
export const styled = async <File>(file: Promise<File>): Promise<File> =>
  (await Promise.all([file, import('../theme/controls-css.ts')]))[0]

/** Loads what a file exports under this name once it is needed. */
export const load = <N extends string>(
  file: () => Promise<Record<N, ComponentType>>,
  name: N,
  absence: Absence = absentPage,
) => lazyPart(async () => (await styled(file()))[name], absence)
/** The same for a page: the router waits for it before it leaves the page before. */
export const screen = <N extends string>(file: () => Promise<Record<N, ComponentType>>, name: N): Screen => ({
  lazy: async () => ({ Component: await loadPart(async () => (await styled(file()))[name], absentPage) }),
})
export const screenToRead = <N extends string>(file: () => Promise<Record<N, ComponentType>>, name: N): Screen => ({
  lazy: async () => ({ Component: await loadPart(async () => (await file())[name], absentPage) }),
})
