const maxBytes = 200
// Control characters, and characters that are invisible or reverse the text direction, which could make `gpj.exe` look like `exe.jpg`.
const hidden = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufffd]/gu

/** A name that is only displayed, never used as a path: no folders, no hidden characters, at most 200 bytes, never empty. */
export const displayName = (raw: string) => {
  const last = raw.toWellFormed().normalize('NFC').replace(hidden, '').split(/[/\\]/).at(-1) ?? ''
  const tidy = last.replace(/\s+/g, ' ').trim()
  const extension = /\.[^.\s]{1,16}$/.exec(tidy)?.[0] ?? ''
  const base = tidy.slice(0, tidy.length - extension.length)
  return (/[^.\s]/.test(base) ? shorten(base, maxBytes - Buffer.byteLength(extension)) : 'file') + extension
}

const shorten = (text: string, bytes: number) => {
  let kept = ''
  let left = bytes
  for (const character of text) {
    left -= Buffer.byteLength(character)
    if (left < 0) return kept.trimEnd()
    kept += character
  }
  return kept
}

/** The header of a download (RFC 6266): an ASCII name for old programs, and the full one. */
export const contentDisposition = (name: string) => {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_')
    .replace(/["\\%]/g, '_')
  const whole = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${whole}`
}
