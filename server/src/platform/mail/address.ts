import { isEmail } from '@fornix/contract'

const maxLocalPart = 64

/**
 * Exactly one bare address (`name@host.example`), else null. Display names, comments, quoted local parts, lists and
 * line breaks are refused, so that nothing is left for a mail library to interpret.
 */
export const parseAddress = (text: string): string | null =>
  isEmail(text) && text.indexOf('@') <= maxLocalPart ? text : null

/** Comma-separated addresses, each once; null when one of them is wrong or there are more than `max`. Empty: []. */
export const parseAddressList = (text: string, max = 50): string[] | null => {
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

/** The sender setting: `Name <address>` or a bare address. */
export const parseSender = (text: string): { name: string; address: string } => {
  const [, name = '', address = ''] = /^(?:"?([^"<>\r\n]*?)"?\s*<)?([^<>\s]+)>?$/.exec(text.trim()) ?? []
  if (parseAddress(address) === null) throw new Error('MAIL_FROM is not an e-mail address')
  return { name, address }
}
