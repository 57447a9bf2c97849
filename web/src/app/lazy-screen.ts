import type { ComponentType } from 'react'
import type { Params, RouteObject } from 'react-router'
import { absentPage } from '../ui/shell/OfflinePage.tsx'
import type { Absence } from '../ui/state/absence.tsx'
import { lazyPart, loadPart, type Part } from '../ui/state/lazy-part.tsx'

export type Screen = Pick<RouteObject, 'Component' | 'lazy'> & {
  /** The parts of its component. */
  parts?: (params: Params) => readonly Pick<Part, 'preload'>[]
}

/** Adds the styles needed by everything except read-only pages. */
export const styled = async <File>(file: Promise<File>): Promise<File> =>
  (await Promise.all([file, import('../theme/controls-css.ts')]))[0]

/** Loads a file's export of this name when needed. */
export const load = <N extends string>(
  file: () => Promise<Record<N, ComponentType>>,
  name: N,
  absence: Absence = absentPage,
) => lazyPart(async () => (await styled(file()))[name], absence)
/** The same for a page: the router waits for it before leaving the previous page. */
export const screen = <N extends string>(file: () => Promise<Record<N, ComponentType>>, name: N): Screen => ({
  lazy: async () => ({ Component: await loadPart(async () => (await styled(file()))[name], absentPage) }),
})
export const screenToRead = <N extends string>(file: () => Promise<Record<N, ComponentType>>, name: N): Screen => ({
  lazy: async () => ({ Component: await loadPart(async () => (await file())[name], absentPage) }),
})
