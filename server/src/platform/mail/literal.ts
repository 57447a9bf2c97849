const maxBytes = 45

/** Pieces of at most 45 bytes, none of which cuts a character. */
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
 * The mail library sends plain ASCII as it is, and the reader's program would decode what somebody typed as an encoded word
 * (`=?utf-8?b?…?=`, RFC 2047), line breaks included. A subject that holds one is encoded itself.
 */
export const literalSubject = (subject: string) =>
  subject.includes('=?') ? { headers: { Subject: encoded(subject) } } : { subject }

/** A name of a sender or a file, in which many programs decode such words as well. */
export const literalName = (name: string) => name.replaceAll('=?', '= ?')
