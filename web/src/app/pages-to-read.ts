import type { PageName } from '@fornix/contract'

/** Read-only pages: their documents contain everything, and the program loads once a visitor does something. */
export const pagesToRead: ReadonlySet<PageName> = new Set<PageName>([
  'home',
  'about',
  'terms',
  'termsAlias',
  'privacy',
  'privacyAlias',
])
