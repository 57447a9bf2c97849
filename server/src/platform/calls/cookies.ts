/** Cookies are for our own server alone, and out of the reach of scripts. */
export const cookieRules = (origins: readonly string[]) => ({
  httpOnly: true,
  secure: origins[0]?.startsWith('https:') ?? true,
  sameSite: 'strict' as const,
})

/** The random mark of a browser. With its prefix no page of another subdomain can plant one, which matters because it is a proof. */
export const browserMarkCookie = (origins: readonly string[]) =>
  `${cookieRules(origins).secure ? '__Host-' : ''}fornix-device`
