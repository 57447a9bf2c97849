import { patientTabs } from '@fornix/contract'

type Navigating = {
  state: { location: { pathname: string } }
  subscribe: (listener: (state: { location: { pathname: string } }) => void) => unknown
}

let waiting = false
// A tab of the patient area has its own address, but choosing it must leave the focus on the tab.
const areaOf = (path: string) => {
  const lower = path.toLowerCase().replace(/\/$/, '')
  return patientTabs.some((tab) => lower === `/patient/${tab}`) ? '/patient/:tab' : lower
}

/** Notes every navigation, so that the next title that appears takes the focus, as after a page load. */
export const watchPages = (router: Navigating) => {
  let area = areaOf(router.state.location.pathname)
  router.subscribe(({ location }) => {
    const next = areaOf(location.pathname)
    if (next !== area) waiting = true
    area = next
  })
}

/** For a screen that makes room for a page without changing the address. */
export const focusNextTitle = () => {
  waiting = true
}

/** True once per navigation. */
export const takeFocus = () => {
  const taken = waiting
  waiting = false
  return taken
}
