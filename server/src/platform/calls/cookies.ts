/** Cookies are only for our own server, and scripts cannot read them. */
export const cookieRules = (origins: readonly string[]) => ({
  httpOnly: true,
  secure: origins[0]?.startsWith('https:') ?? true,
  sameSite: 'strict' as const,
})

/** The random mark of a browser. Because of its prefix no page on another subdomain can plant one, which matters because it is a proof. */
export const browserMarkCookie = (origins: readonly string[]) =>
  `${cookieRules(origins).secure ? '__Host-' : ''}fornix-device`
