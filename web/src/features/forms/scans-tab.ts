import { paths } from '../../platform/base/paths.ts'

/** The tab that opened this one, while it shows the scans; of another site's page nothing can be read. */
const scansTab = () => {
  try {
    const opener: Window | null = window.opener
    return opener?.location.pathname === paths.scan ? opener : undefined
  } catch {
    return undefined
  }
}

/** Closes this tab in favor of the one with the scans, which then shows the request. False where there is none. */
export const closeForScans = () => {
  const tab = scansTab()
  tab?.location.reload()
  if (tab) window.close()
  return tab !== undefined
}
