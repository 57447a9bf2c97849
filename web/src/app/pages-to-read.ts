import type { PageName } from '@fornix/contract'

/** Pages that are only read: their documents hold all of it, and the program comes when a visitor does something. */
export const pagesToRead: ReadonlySet<PageName> = new Set<PageName>([
  'home',
  'about',
  'terms',
  'termsAlias',
  'privacy',
  'privacyAlias',
])
