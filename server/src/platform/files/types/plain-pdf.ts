import { checkedInProcess } from './checked-in-process.ts'
import { pdfCheck } from './pdf.ts'
import { plainName } from './pdf-tokens.ts'
import { refuse, type TypeCheck } from './unsupported-type.ts'

// Names (ISO 32000-1, 7.3.5) of what acts, starts, sends or carries something, and of what could hide such a name: compressed
// objects and encryption. All are long enough not to turn up by chance among the bytes of a picture.
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
// Any character of a name may be written as # and two digits.
const names = /\/((?:[A-Za-z]|#[0-9A-Fa-f]{2}){5,40})/g

/** A PDF that does nothing by itself; what it holds is looked at in a process of its own. */
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

/** A PDF that can only be read. Every byte is looked at besides, inside of streams too, where a reader would not look. */
export const plainPdfCheck = (): TypeCheck => {
  const pdf = safePdfCheck()
  let rest = ''
  return {
    take: (bytes) => {
      pdf.take(bytes)
      const text = rest + bytes.toString('latin1')
      for (const [, name = ''] of text.matchAll(names))
        if (banned.has(plainName(name))) refuse(`pdf: ${plainName(name)}`)
      // A name may go on in the next piece.
      rest = text.slice(-3 * longest)
    },
    end: () => pdf.end(),
  }
}
