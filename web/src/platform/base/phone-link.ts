/** The address that calls a phone number as people write it, such as `(617) 555-0100 ext. 12`; whoever answers is told the extension. */
export const phoneLink = (phone: string) =>
  `tel:${phone.replace(/(\d[^a-z#,;]*)[a-z#,;].*/i, '$1').replace(/[^+\d]/g, '')}`
