import type { UseFormReturnType } from '@mantine/form'
import { useRef, useState } from 'react'
import { sendOnNewest } from '../../platform/calls/on-newest.ts'
import { staleBodyOf } from '../../platform/http/failure.ts'
import { type Clash, changesBetween, clashesOf, isOnlyTheirs } from './merge.ts'

type Options<V, R> = {
  form: UseFormReturnType<V>
  /** What the form was opened with. */
  opened: V
  send: (values: V, from: V) => Promise<R>
  /** What a refusal says that is saved by now. */
  valuesOf: (current: unknown) => V
  /** Nothing of what was typed is left to be saved. */
  onTaken: () => void
}

const currentOf = (error: unknown) => staleBodyOf<unknown>(error, 'current')

/** A form whose call names what it was opened with, and what was saved elsewhere since then. */
export const useNewest = <V extends object, R>({ form, opened, send, valuesOf, onTaken }: Options<V, R>) => {
  // A page that reads again while somebody types must not change it.
  const from = useRef(opened)
  const newest = useRef<V>(undefined)
  const [clashes, setClashes] = useState<Clash<V>[]>([])
  /** Whether the last send found any, known before they are rendered. */
  const hasClashes = useRef(false)

  const take = (isTheirs: (clash: Clash<V>) => boolean) => {
    const now = newest.current ?? from.current
    const theirs = clashes.filter(isTheirs).map(({ name }) => [name, now[name]])
    const mixed = { ...form.getValues(), ...(Object.fromEntries(theirs) as Partial<V>) }
    from.current = now
    setClashes([])
    form.setValues(mixed)
    form.clearErrors()
    return Object.keys(changesBetween(now, mixed)).length > 0
  }
  const rebase = (error: unknown, base: V, values: V) => {
    const current = currentOf(error)
    if (current === undefined) return undefined
    newest.current = valuesOf(current)
    const found = clashesOf(base, newest.current, values)
    hasClashes.current = found.length > 0
    setClashes(found)
    if (hasClashes.current) return undefined
    // The same was saved elsewhere.
    from.current = newest.current
    return newest.current
  }
  return {
    clashes,
    send: (values: V) => {
      hasClashes.current = false
      return sendOnNewest(
        from.current,
        (base) => send(values, base),
        (error, base) => rebase(error, base, values),
      )
    },
    /** Whether the panel says why nothing was saved. */
    handled: (error: unknown) => currentOf(error) !== undefined && hasClashes.current,
    keepMine: () => void take((clash) => isOnlyTheirs(clash, form.getValues())),
    takeTheirs: () => {
      if (!take(() => true)) onTaken()
    },
  }
}
export type Newest<V> = Pick<ReturnType<typeof useNewest<V & object, unknown>>, 'keepMine' | 'takeTheirs'> & {
  clashes: readonly Clash<V>[]
}
