import { useCallback, useEffect, useRef, useState } from 'react'
import type { Target } from '../scene-state.ts'
import { isInMm, type Link, offsetOf, otherOf, type Relation, type Spot, targetOf, type Which } from './link.ts'

/** What the link needs from a side; `goTo` returns whether the position is inside it. */
type Handle = { spot: Spot | undefined; goTo: (target: Target) => boolean }
type Asked = {
  relation: Relation | undefined
  /** Identifies what both sides show, and is empty until both do: a link by relative position applies only to these two. */
  pair: string
  isOff: boolean
  setOff: (isOff: boolean) => void
  /** Nothing follows while only one side is on screen. */
  isPaused: boolean
}

/** Two sides, one following the other: by mm if these are the same, else by relative position once the user links them. */
export const useLink = ({ relation, pair, isOff, setOff, isPaused }: Asked, sides: readonly [Handle, Handle]) => {
  const [placed, setPlaced] = useState<{ pair: string; offset: readonly number[] }>()
  const [outside, setOutside] = useState<Which>()
  const byPart = placed?.pair === pair ? placed.offset : undefined
  const inMm = isInMm(relation)
  const link: Link | undefined = inMm ? (isOff ? undefined : { by: 'mm' }) : byPart && { by: 'part', offset: byPart }
  const now = useRef({ link, sides, isPaused })
  now.current = { link, sides, isPaused }

  const moved = useCallback((from: Which, spot: Spot | undefined) => {
    const { link, sides, isPaused } = now.current
    const target = link && spot && !isPaused ? targetOf(from, spot, link) : undefined
    const went = target === undefined || sides[otherOf(from)].goTo(target)
    setOutside(went ? undefined : otherOf(from))
  }, [])

  const isLinked = link !== undefined
  useEffect(() => {
    // A side that has just loaded, or was hidden, also goes where the first one is.
    if (isLinked && pair !== '' && !isPaused) moved(0, now.current.sides[0].spot)
    else setOutside(undefined)
  }, [isLinked, pair, isPaused, moved])

  const toggle = () => {
    if (inMm) return setOff(!isOff)
    const [one, two] = now.current.sides
    setPlaced(!byPart && one.spot && two.spot ? { pair, offset: offsetOf(one.spot, two.spot) } : undefined)
  }
  return { isLinked, by: link?.by, mayToggle: pair !== '', toggle, moved, outside, relation }
}
export type Linked = ReturnType<typeof useLink>
