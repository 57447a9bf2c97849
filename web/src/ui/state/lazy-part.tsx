import { type ComponentType, lazy, useEffect, useState } from 'react'
import { untilAnswered } from '../../platform/calls/until-answered.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { isMissingPart, OutdatedProgram, statusOfProgram } from '../../platform/http/program.ts'
import { OfflinePart } from './OfflinePart.tsx'

type Load<P> = () => Promise<ComponentType<P>>

/** Loads a part of the program; when it does not come, says why: status 0 where waiting helps. */
const loadOrSayWhy = async <P,>(load: Load<P>) => {
  try {
    return await load()
  } catch (error) {
    if (!isMissingPart(error)) throw error
    const status = await statusOfProgram()
    if (status === 404) throw new OutdatedProgram()
    if (status === 0 || status >= 500) throw new ApiFailure(0)
    return load()
  }
}

/** Tries again until the part is there, and becomes it. */
const partToCome = <P extends object>(load: Load<P>, Meanwhile: ComponentType<P>) => {
  let Part: ComponentType<P> | undefined
  return (props: P) => {
    const [failure, setFailure] = useState<unknown>()
    const [, setThere] = useState(Part !== undefined)
    useEffect(() => {
      if (Part) return
      const leaving = new AbortController()
      untilAnswered(
        () => loadOrSayWhy(load),
        () => {},
        leaving.signal,
      ).then(
        (loaded) => {
          Part = loaded
          setThere(true)
        },
        (error: unknown) => {
          if (leaving.signal.aborted) return
          // A browser may remember that a module did not come, and not ask again.
          if (isMissingPart(error)) location.reload()
          else setFailure(error)
        },
      )
      return () => leaving.abort()
    }, [])
    if (failure) throw failure
    return Part ? <Part {...props} /> : <Meanwhile {...props} />
  }
}

/** A part of the program; without network, what says so until the part comes by itself. */
export const loadPart = async <P extends object>(
  load: Load<P>,
  Meanwhile: ComponentType<P> = OfflinePart,
): Promise<ComponentType<P>> => {
  try {
    return await loadOrSayWhy(load)
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    return partToCome(load, Meanwhile)
  }
}

/** A part that can be loaded before it is drawn. */
export type Part<P extends object = object> = ComponentType<P> & { preload: () => Promise<unknown> }

/** `lazy`, for what is drawn inside a page. What was loaded before stands at once: React waits up to 300 ms with what comes later. */
export const lazyPart = <P extends object>(load: Load<P>, Meanwhile?: ComponentType<P>): Part<P> => {
  let Loaded: ComponentType<P> | undefined
  let loading: Promise<{ default: ComponentType<P> }> | undefined
  const begin = async () => {
    Loaded = await loadPart(load, Meanwhile)
    return { default: Loaded }
  }
  const preload = () => {
    loading ??= begin()
    return loading
  }
  const Later = lazy(preload)
  const Here = (props: P) => {
    // The same as long as it stands: another one would lose what was typed in it.
    const [Drawn] = useState(() => Loaded ?? Later)
    return <Drawn {...props} />
  }
  return Object.assign(Here, { preload })
}

/** Stands in for what nobody misses while it is not there. */
export const Nothing = () => null
