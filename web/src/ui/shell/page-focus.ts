type Navigating = {
  state: { location: { pathname: string } }
  subscribe: (listener: (state: { location: { pathname: string } }) => void) => unknown
}

let waiting = false
/** Notes every navigation, so that the next title that appears takes the focus, as after a page load. Within an area, the focus stays. */
export const watchPages = (router: Navigating, areaOf: (path: string) => string) => {
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
