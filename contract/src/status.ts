import { z } from 'zod'

/** Where the portal's state is read. Not a call: it responds while the database does not. */
export const siteStatusPath = '/status.json'

/** The portal's parts, as its users know them. */
export const siteParts = ['records', 'files', 'images', 'email'] as const
export type SitePart = (typeof siteParts)[number]

export const SiteStatus = z.object({ parts: z.record(z.enum(siteParts), z.boolean()), checked_at: z.iso.datetime() })
export type SiteStatus = z.output<typeof SiteStatus>
