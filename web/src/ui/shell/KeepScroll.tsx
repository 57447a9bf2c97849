import { useEffect } from 'react'
import { type Location, ScrollRestoration, useLocation, useNavigationType } from 'react-router'
import { paths } from '../../platform/base/paths.ts'

// A list is one place, however it is reached: "Back to Patient Table" leads to the row that was left, just like Back.
const lists: readonly string[] = [paths.patientList.toLowerCase()]
const placeOf = ({ pathname, search, key }: Pick<Location, 'pathname' | 'search' | 'key'>) => {
  const path = pathname.toLowerCase().replace(/\/$/, '')
  // Every document's first page has this key, whatever its address.
  return key === 'default' || lists.includes(path) ? path + search : key
}

const storageKey = 'fornix-scroll'
// Longer than a list takes on a slow link. Any sign of the person ends it earlier.
const giveUpMs = 20_000
const signsOfIntent = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** The scroll position of each place in this tab: the router's own record from before a reload, and changes since. */
const savedPositions = (): Record<string, number> => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
  } catch {
    return {}
  }
}
const positions = savedPositions()
// A public page may have been scrolled before the program loaded: the router starts at the top of a page that it does not know.
if (globalThis.scrollY > 0) {
  const { pathname, search } = globalThis.location
  positions[placeOf({ pathname, search, key: 'default' })] = scrollY
  sessionStorage.setItem(storageKey, JSON.stringify(positions))
}

/**
 * The router scrolls on navigation; the page may become long enough only once more has loaded. `onStop` says that scrolling is the person's
 * own again.
 */
const scrollOnceLong = (wanted: number, onStop: () => void) => {
  const stop = () => {
    onStop()
    growing.disconnect()
    clearTimeout(timer)
    for (const sign of signsOfIntent) removeEventListener(sign, stop, true)
  }
  const growing = new ResizeObserver(() => {
    scrollTo(0, wanted)
    if (Math.abs(scrollY - wanted) <= 1) stop()
  })
  const timer = setTimeout(stop, giveUpMs)
  for (const sign of signsOfIntent) addEventListener(sign, stop, { passive: true, capture: true })
  growing.observe(document.body)
  return stop
}

/** Back, Forward, reloading and links back to a list restore the position; all other navigation starts at the top. */
export const KeepScroll = () => {
  const location = useLocation()
  const isReturn = useNavigationType() === 'POP'
  const place = placeOf(location)
  useEffect(() => {
    const wanted = positions[place] ?? 0
    const note = () => {
      positions[place] = scrollY
    }
    const noteFromNow = () => addEventListener('scroll', note, { passive: true })
    const mustRestore = wanted > 0 && (isReturn || place !== location.key)
    const stop = mustRestore ? scrollOnceLong(wanted, noteFromNow) : noteFromNow()
    return () => {
      stop?.()
      removeEventListener('scroll', note)
    }
  }, [place, isReturn, location.key])
  return <ScrollRestoration getKey={placeOf} storageKey={storageKey} />
}
