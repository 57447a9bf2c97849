import { type ComponentType, lazy, useEffect, useState } from 'react'
import { untilResponse } from '../../platform/calls/until-response.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { isMissingPart, isNotLoaded, OutdatedProgram, statusOfProgram } from '../../platform/http/program.ts'
import { type Absence, inPlace } from './absence.tsx'

type Load<P> = () => Promise<ComponentType<P>>

/** Loads a part of the program; on failure it throws the reason: status 0 if waiting helps. */
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

/** While the page waits, feedback may be open in a dialog; it is sent the very moment the connection is back. */
const isDialogOpen = () => document.querySelector('[role=dialog]') !== null

/** Errors in the part itself are left to whoever renders the page. */
const missingOr = <P extends object>({ Missing }: Absence<P>, error: unknown) => {
  if (!Missing || !isNotLoaded(error)) throw error
  return Missing
}

/** Retries until the part is there, then renders it. */
const partToCome = <P extends object>(load: Load<P>, absence: Absence<P>) => {
  let Part: ComponentType<P> | undefined
  return (props: P) => {
    const [failure, setFailure] = useState<{ error: unknown }>()
    const [, setThere] = useState(Part !== undefined)
    useEffect(() => {
      if (Part) return
      const leaving = new AbortController()
      untilResponse(
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

/** A part of the program, or its replacement. */
export const loadPart = async <P extends object>(load: Load<P>, absence: Absence<P>): Promise<ComponentType<P>> => {
  try {
    return await loadOrSayWhy(load)
  } catch (error) {
    if (error instanceof ApiFailure) return partToCome(load, absence)
    const Missing = missingOr(absence, error)
    return (props) => <Missing {...props} error={error} />
  }
}

/** A part that can be loaded before it is rendered. `preload` rejects if it is required and does not load; status 0 if waiting helps. */
export type Part<P extends object = object> = ComponentType<P> & { preload: () => Promise<unknown> }

/** `lazy`, for parts inside a page. A loaded part renders immediately: React delays later ones by up to 300 ms. */
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
      // Stays the same while mounted: swapping it would lose what was typed in it.
      const [Drawn] = useState(() => Loaded ?? Later)
      const Shown = (absence.isRequired && Loaded) || Drawn
      return <Shown {...props} />
    },
    { preload: absence.isRequired ? required : begun },
  )
}
