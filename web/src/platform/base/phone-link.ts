/** The address that calls a phone number as people write it, such as `(617) 555-0100 ext. 12`; whoever answers is told the extension. */
export const phoneLink = (phone: string) => `tel:${phone.replace(/[a-z#,;].*/i, '').replace(/[^+\d]/g, '')}`
