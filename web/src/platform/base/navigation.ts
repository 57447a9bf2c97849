type Go = (to: string, options?: { replace?: boolean; state?: unknown }) => unknown

let go: Go = (to) => location.assign(to)

/** The router comes last, when the modules that need to navigate are loaded already. */
export const setNavigator = (navigate: Go) => {
  go = navigate
}
export const navigateTo: Go = (to, options) => go(to, options)
