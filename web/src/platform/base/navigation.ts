type Go = (to: string, options?: { replace?: boolean; state?: unknown }) => unknown
type Open = (address: string) => unknown

let open: Open = (address) => location.assign(address)
let go: Go = (to) => open(to)

/** The router loads last, after the modules that need to navigate. */
export const setNavigator = (navigate: Go, opener = open) => {
  go = navigate
  open = opener
}
export const navigateTo: Go = (to, options) => go(to, options)
/** An address for which the server has its own page, outside the app. */
export const openPage: Open = (address) => open(address)
