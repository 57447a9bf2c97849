// NFKC maps full-width, small, superscript and subscript forms, which spreadsheets also accept, to the plain sign; but not this minus.
const beginsFormula = (text: string) => /^[=+\-@\t\r\n\u2212]/.test(text.slice(0, 1).normalize('NFKC'))

/** A cell that a spreadsheet would take for a formula gets a leading apostrophe, which makes it text. */
const cell = (text: string) => {
  const safe = beginsFormula(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** Tells Excel that the file is UTF-8. */
export const byteOrderMark = '\ufeff'

/** One line of RFC 4180. */
export const csvLine = (values: readonly unknown[]) =>
  `${values.map((value) => cell(Array.isArray(value) ? value.join(', ') : String(value ?? ''))).join(',')}\r\n`
