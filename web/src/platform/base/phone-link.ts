/** The address that calls a phone number as people write it, such as `(617) 555-0100`. */
export const phoneLink = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`
