import { useEffect } from 'react'
import { type Location, ScrollRestoration, useLocation, useNavigationType } from 'react-router'
import { paths } from '../../platform/base/paths.ts'

// A list is one place, however it is reached: "Back to Patient Table" leads to the row that was left, as Back does.
const lists: readonly string[] = [paths.patientList.toLowerCase()]
const placeOf = ({ pathname, search, key }: Pick<Location, 'pathname' | 'search' | 'key'>) => {
  const path = pathname.toLowerCase().replace(/\/$/, '')
  // The first page of every document has this key, whatever its address.
  return key === 'default' || lists.includes(path) ? path + search : key
}

const storageKey = 'fornix-scroll'
const giveUpMs = 3000
const signsOfIntent = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** Where this tab was in each place, by the router's own record of a page before the reload, and by what happened since. */
const savedPositions = (): Record<string, number> => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
  } catch {
    return {}
  }
}
const positions = savedPositions()
// A public page was there, and may have been scrolled, before the program: the router begins at the top of a page that it does not know.
if (globalThis.scrollY > 0) {
  const { pathname, search } = globalThis.location
  positions[placeOf({ pathname, search, key: 'default' })] = scrollY
  sessionStorage.setItem(storageKey, JSON.stringify(positions))
}

/** The router scrolls when the page changes; what is loaded later makes the page long enough only then. */
const scrollOnceLong = (wanted: number) => {
  const stop = () => {
    growing.disconnect()
    clearTimeout(timer)
    for (const sign of signsOfIntent) removeEventListener(sign, stop)
  }
  const growing = new ResizeObserver(() => {
    scrollTo(0, wanted)
    if (Math.abs(scrollY - wanted) <= 1) stop()
  })
  const timer = setTimeout(stop, giveUpMs)
  for (const sign of signsOfIntent) addEventListener(sign, stop, { passive: true })
  growing.observe(document.body)
  return stop
}

/** Back, Forward, reloading and the way back to a list show the place that was left; every other way begins at the top. */
export const KeepScroll = () => {
  const location = useLocation()
  const isReturn = useNavigationType() === 'POP'
  const place = placeOf(location)
  useEffect(() => {
    const wanted = positions[place] ?? 0
    const note = () => {
      positions[place] = scrollY
    }
    addEventListener('scroll', note, { passive: true })
    const stop = wanted > 0 && (isReturn || place !== location.key) ? scrollOnceLong(wanted) : undefined
    return () => {
      stop?.()
      removeEventListener('scroll', note)
    }
  }, [place, isReturn, location.key])
  return <ScrollRestoration getKey={placeOf} storageKey={storageKey} />
}
