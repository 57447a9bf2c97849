import { type ComponentType, lazy, useEffect, useState } from 'react'
import { untilAnswered } from '../../platform/calls/until-answered.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { isMissingPart, isNotLoaded, OutdatedProgram, statusOfProgram } from '../../platform/http/program.ts'
import { type Absence, inPlace } from './absence.tsx'

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

/** Over a page that waits somebody may write feedback, which is sent at the very moment at which the connection is back. */
const isDialogOpen = () => document.querySelector('[role=dialog]') !== null

/** What is wrong with the part itself is for whoever draws the page. */
const missingOr = <P extends object>({ Missing }: Absence<P>, error: unknown) => {
  if (!Missing || !isNotLoaded(error)) throw error
  return Missing
}

/** Tries again until the part is there, and becomes it. */
const partToCome = <P extends object>(load: Load<P>, absence: Absence<P>) => {
  let Part: ComponentType<P> | undefined
  return (props: P) => {
    const [failure, setFailure] = useState<{ error: unknown }>()
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
          if (absence.reloads && isMissingPart(error) && !isDialogOpen()) location.reload()
          else setFailure({ error })
        },
      )
      return () => leaving.abort()
    }, [])
    if (failure) {
      const Missing = missingOr(absence, failure.error)
      return <Missing {...props} {...failure} />
    }
    return Part ? <Part {...props} /> : <absence.Waiting {...props} />
  }
}

/** A part of the program, or what is drawn in its place. */
export const loadPart = async <P extends object>(load: Load<P>, absence: Absence<P>): Promise<ComponentType<P>> => {
  try {
    return await loadOrSayWhy(load)
  } catch (error) {
    if (error instanceof ApiFailure) return partToCome(load, absence)
    const Missing = missingOr(absence, error)
    return (props) => <Missing {...props} error={error} />
  }
}

/** A part that can be loaded before it is drawn. `preload` rejects where it is required and does not come; status 0 where waiting helps. */
export type Part<P extends object = object> = ComponentType<P> & { preload: () => Promise<unknown> }

/** `lazy`, for what is drawn inside a page. What was loaded before stands at once: React waits up to 300 ms with what comes later. */
export const lazyPart = <P extends object>(load: Load<P>, absence: Absence<P> = inPlace): Part<P> => {
  let Loaded: ComponentType<P> | undefined
  let loading: Promise<{ default: ComponentType<P> }> | undefined
  const begin = async () => {
    Loaded = await loadPart(load, absence)
    return { default: Loaded }
  }
  const begun = () => {
    loading ??= begin()
    return loading
  }
  const required = async () => {
    Loaded = await loadOrSayWhy(load)
  }
  const Later = lazy(begun)
  return Object.assign(
    (props: P) => {
      // The same as long as it stands: another one would lose what was typed in it.
      const [Drawn] = useState(() => Loaded ?? Later)
      const Shown = (absence.isRequired && Loaded) || Drawn
      return <Shown {...props} />
    },
    { preload: absence.isRequired ? required : begun },
  )
}
