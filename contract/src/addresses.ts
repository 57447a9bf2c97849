import { isEmail } from './fields.ts'

const maxLocalPart = 64
/** To, CC and BCC of one email together. */
export const maxRecipients = 50

/**
 * Exactly one bare address (`name@host.example`), else null.
 * Display names, comments, quoted local parts, lists and line breaks are refused, so that a mail library has nothing to interpret.
 */
export const parseAddress = (text: string): string | null =>
  isEmail(text) && text.indexOf('@') <= maxLocalPart ? text : null

/** Comma-separated addresses, each once; null when one of them is wrong or there are more than `max`. Empty: []. */
export const parseAddressList = (text: string, max = maxRecipients): string[] | null => {
  const addresses = new Map<string, string>()
  for (const part of text.split(',')) {
    const trimmed = part.replace(/^[ \t]+|[ \t]+$/g, '')
    if (trimmed === '') continue
    const address = parseAddress(trimmed)
    if (address === null || addresses.size === max) return null
    addresses.set(address.toLowerCase(), addresses.get(address.toLowerCase()) ?? address)
  }
  return [...addresses.values()]
}
