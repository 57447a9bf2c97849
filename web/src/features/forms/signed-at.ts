import { dateFormatter } from '../../ui/display/dates.ts'

/** The language of the form, whatever that of its reader is. */
export const english = 'en-US'

/** When it was signed, as the form says it. */
export const signedAt = dateFormatter({ dateStyle: 'medium', timeStyle: 'medium' }, english)
