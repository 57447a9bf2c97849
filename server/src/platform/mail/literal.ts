const maxBytes = 45

/** Pieces of at most 45 bytes that do not split a character. */
const pieces = (text: string) => {
  const cut = ['']
  for (const character of text) {
    const last = cut.at(-1) ?? ''
    if (Buffer.byteLength(last + character) > maxBytes) cut.push(character)
    else cut[cut.length - 1] = last + character
  }
  return cut
}

const encoded = (text: string) => ({
  prepared: true,
  foldLines: true,
  value: pieces(text)
    .map((piece) => `=?UTF-8?B?${Buffer.from(piece).toString('base64')}?=`)
    .join(' '),
})

/**
 * The mail library sends plain ASCII as is, and the reader's program would decode typed text that looks like an encoded word
 * (`=?utf-8?b?…?=`, RFC 2047), line breaks included. A subject with such text is encoded itself.
 */
export const literalSubject = (subject: string) =>
  subject.includes('=?') ? { headers: { Subject: encoded(subject) } } : { subject }

/** A sender or file name, in which many programs also decode such words. */
export const literalName = (name: string) => name.replaceAll('=?', '= ?')
