import { parseAddress } from '@fornix/contract'

// The browser checks addresses by the same rules before sending them.
export { parseAddress, parseAddressList } from '@fornix/contract'

/** The sender setting: `Name <address>` or a bare address. */
export const parseSender = (text: string): { name: string; address: string } => {
  const [, name = '', address = ''] = /^(?:"?([^"<>\r\n]*?)"?\s*<)?([^<>\s]+)>?$/.exec(text.trim()) ?? []
  if (parseAddress(address) === null) throw new Error('MAIL_FROM is not an email address')
  return { name, address }
}

/** Header values are single lines: control characters and line separators would start another. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
