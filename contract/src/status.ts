import { z } from 'zod'

/** Where the state of the portal is read. It is no call: it answers while the database does not. */
export const siteStatusPath = '/status.json'

/** The portal's parts, as the people who use it know them. */
export const siteParts = ['records', 'files', 'images', 'email'] as const
export type SitePart = (typeof siteParts)[number]

export const SiteStatus = z.object({ parts: z.record(z.enum(siteParts), z.boolean()), checked_at: z.iso.datetime() })
export type SiteStatus = z.output<typeof SiteStatus>
