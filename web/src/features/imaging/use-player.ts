import { useEffect, useRef, useState } from 'react'

export type Played = 'times' | 'slices'
/** Steps at an interval, once the previous step has loaded; a slow one is not made up for. */
export const useTicks = (isRunning: boolean, at: unknown, perSecond: number, onTick: () => void) => {
  const last = useRef(0)
  const tick = useRef(onTick)
  tick.current = onTick
  // biome-ignore lint/correctness/useExhaustiveDependencies: each place that is reached begins the wait for the next
  useEffect(() => {
    if (!isRunning) return
    const wait = last.current + 1000 / perSecond - performance.now()
    const timer = setTimeout(
      () => {
        last.current = performance.now()
        tick.current()
      },
      Math.max(0, wait),
    )
    return () => clearTimeout(timer)
  }, [isRunning, at, perSecond])
}

export const slowest = 1
export const fastest = 30
const usual = 3

/** Whether something is played, what, and how fast. It never starts on its own, and stops when hidden. */
export const usePlayer = (ways: readonly Played[]) => {
  const [isOn, setOn] = useState(false)
  const [wanted, setWanted] = useState<Played>()
  const [perSecond, setPerSecond] = useState(usual)
  useEffect(() => {
    const look = () => document.hidden && setOn(false)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  const what = ways.find((way) => way === wanted) ?? ways[0]
  return {
    ways,
    what,
    isPlaying: isOn && what !== undefined,
    perSecond,
    setPerSecond,
    choose: setWanted,
    toggle: () => setOn(!isOn),
    stop: () => setOn(false),
  }
}
export type Player = ReturnType<typeof usePlayer>
