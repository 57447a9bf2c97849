import { paths } from '../../platform/base/paths.ts'

/** Of another site's page nothing can be read. */
const pathOf = (tab: Window | null) => {
  try {
    return tab?.location.pathname
  } catch {
    return undefined
  }
}

/** Closes this tab if the one that opened it still shows the scans; else false. */
export const closeForScans = () => {
  if (pathOf(window.opener) !== paths.scan) return false
  window.close()
  return true
}
