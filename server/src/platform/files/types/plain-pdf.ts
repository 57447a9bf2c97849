import { checkedInProcess } from './checked-in-process.ts'
import { pdfCheck } from './pdf.ts'
import { plainName } from './pdf-tokens.ts'
import { refuse, type TypeCheck } from './unsupported-type.ts'

// Names (ISO 32000-1, 7.3.5) of anything that acts, starts, sends or carries something, or that could hide such a name: compressed objects
// and encryption. All are long enough not to occur by chance in a picture's bytes.
const banned = new Set([
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'Rendition',
  'Movie',
  'Sound',
  'SubmitForm',
  'ImportData',
  'GoToR',
  'GoToE',
  'Encrypt',
  'ObjStm',
])
const longest = 40
// Any character of a name may be written as # and two hex digits.
const names = /\/((?:[A-Za-z]|#[0-9A-Fa-f]{2}){5,40})/g

/** A PDF that does nothing on its own; its content is checked in a separate process. */
export const safePdfCheck = (): TypeCheck => {
  const pdf = pdfCheck()
  const content = checkedInProcess('pdf')
  return {
    take: (bytes) => {
      pdf.take(bytes)
      content.take(bytes)
    },
    end: async () => {
      await pdf.end()
      await content.end()
    },
  }
}

/** A PDF that can only be read. Every byte is checked as well, even inside streams, where a reader would not look. */
export const plainPdfCheck = (): TypeCheck => {
  const pdf = safePdfCheck()
  let rest = ''
  return {
    take: (bytes) => {
      pdf.take(bytes)
      const text = rest + bytes.toString('latin1')
      for (const [, name = ''] of text.matchAll(names))
        if (banned.has(plainName(name))) refuse(`pdf: ${plainName(name)}`)
      // A name may continue in the next chunk.
      rest = text.slice(-3 * longest)
    },
    end: () => pdf.end(),
  }
}
