import { onlineManager } from '@tanstack/react-query'
import { type ComponentType, lazy, useEffect, useEffectEvent, useState } from 'react'
import { untilResponse } from '../../platform/calls/until-response.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { isMissingPart, isNotLoaded, loadOrSayWhy } from '../../platform/http/program.ts'
import { type Absence, inPlace } from './absence.tsx'

type Load<P> = () => Promise<ComponentType<P>>

/** While the page waits, feedback may be open in a dialog; it is sent the very moment the connection is back. */
const isDialogOpen = () => document.querySelector('[role=dialog]') !== null

/** Begins work once for all who want its result, and again after a failure. */
const shared = <T,>(work: () => Promise<T>) => {
  let running: Promise<T> | undefined
  const begin = () => {
    running ??= work().catch((error: unknown) => {
      running = undefined
      throw error
    })
    return running
  }
  return begin
}

/** Errors in the part itself are left to whoever renders the page. */
const missingOr = <P extends object>({ Missing }: Absence<P>, error: unknown) => {
  if (!Missing || !isNotLoaded(error)) throw error
  return Missing
}

/** Renders the part once it is there: waits for the server, and after another failure tries again online or when asked. */
const partToCome = <P extends object>(load: Load<P>, absence: Absence<P>, first?: { error: unknown }) => {
  let Part: ComponentType<P> | undefined
  let last = first
  const loadAgain = shared(async () => {
    Part = await loadOrSayWhy(load)
    return Part
  })
  return (props: P) => {
    const [failure, setFailure] = useState(Part ? undefined : last)
    const [, setThere] = useState(Part !== undefined)
    const succeed = () => {
      setFailure(undefined)
      setThere(true)
    }
    const fail = (error: unknown) => {
      // What is thrown is tried again by whoever renders the page anew.
      if (absence.Missing) last = { error }
      setFailure({ error })
    }
    const retry = () =>
      loadAgain().then(
        () => {
          succeed()
          return true
        },
        () => false,
      )
    const isFailed = failure !== undefined
    const waitForServer = useEffectEvent((leaving: AbortSignal) =>
      untilResponse(loadAgain, () => {}, leaving).then(succeed, (error: unknown) => {
        if (leaving.aborted) return
        if (absence.reloads && isMissingPart(error) && !isDialogOpen()) location.reload()
        else fail(error)
      }),
    )
    const tryAgain = useEffectEvent(retry)
    useEffect(() => {
      if (Part) return
      if (isFailed) {
        void tryAgain()
        return onlineManager.subscribe((isOnline) => isOnline && void tryAgain())
      }
      const leaving = new AbortController()
      void waitForServer(leaving.signal)
      return () => leaving.abort()
    }, [isFailed])
    if (failure) {
      const Missing = missingOr(absence, failure.error)
      return <Missing {...props} {...failure} retry={retry} />
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
    missingOr(absence, error)
    return partToCome(load, absence, { error })
  }
}

/** A part that can be loaded before it is rendered. `preload` rejects if it is required and does not load; status 0 if waiting helps. */
export type Part<P extends object = object> = ComponentType<P> & { preload: () => Promise<unknown> }

/** `lazy`, for parts inside a page. A loaded part renders immediately: React delays later ones by up to 300 ms. */
export const lazyPart = <P extends object>(load: Load<P>, absence: Absence<P> = inPlace): Part<P> => {
  let Loaded: ComponentType<P> | undefined
  const begun = shared(async () => {
    try {
      Loaded = await loadPart(load, absence)
      return { default: Loaded }
    } catch (error) {
      Later = lazy(begun)
      throw error
    }
  })
  const required = async () => {
    Loaded = await loadOrSayWhy(load)
  }
  // React remembers a failure of its own.
  let Later = lazy(begun)
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
