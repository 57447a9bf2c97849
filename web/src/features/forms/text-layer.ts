import type { jsPDF } from 'jspdf'

/** One line of text as the browser has drawn it, in pixels from the page's corner. */
type Line = { text: string; left: number; right: number; bottom: number; fontSize: number }

const overrideOf = (node: Node) => node.parentElement?.closest<HTMLElement>('[data-pdf-text]')

/** Cuts a text node where the browser broke its lines. */
const linesOf = (node: Text, origin: DOMRect): Line[] => {
  const parent = node.parentElement
  if (!parent || !node.data.trim()) return []
  const fontSize = Number.parseFloat(getComputedStyle(parent).fontSize)
  const range = document.createRange()
  const lines: (Line & { top: number })[] = []
  let at = 0
  for (const character of node.data) {
    range.setStart(node, at)
    at += character.length
    range.setEnd(node, at)
    const box = range.getClientRects()[0]
    if (!box) continue
    const line = lines.at(-1)
    const end = { right: box.right - origin.left, bottom: box.bottom - origin.top }
    if (line && Math.abs(line.top - box.top) < 2) Object.assign(line, end, { text: line.text + character })
    else lines.push({ ...end, text: character, top: box.top, left: box.left - origin.left, fontSize })
  }
  return lines
}

const lineOfOverride = (element: HTMLElement, origin: DOMRect): Line => {
  const box = element.getBoundingClientRect()
  return {
    text: element.dataset['pdfText'] ?? '',
    left: box.left - origin.left,
    right: box.right - origin.left,
    bottom: box.bottom - origin.top,
    fontSize: Number.parseFloat(getComputedStyle(element).fontSize),
  }
}

const readLines = (page: HTMLElement): Line[] => {
  const origin = page.getBoundingClientRect()
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT)
  const lines: Line[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const override = overrideOf(node)
    lines.push(...(override ? [lineOfOverride(override, origin)] : linesOf(node as Text, origin)))
  }
  return lines
}

// The built-in fonts of a PDF know little more than Latin-1.
const builtIn = /^[\x20-\x7e\xa0-\xff]*$/
const simple = (text: string) =>
  text
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u2013\u2014]/g, '-')

export const needsFont = (pages: readonly HTMLElement[]) =>
  pages.some((page) => readLines(page).some(({ text }) => !builtIn.test(simple(text))))

/** Writes the page's text over its picture, invisible: to be selected, searched and read aloud. `font` is for other alphabets. */
export const addTextLayer = (pdf: jsPDF, page: HTMLElement, font: string | null) => {
  const toMm = pdf.internal.pageSize.getWidth() / page.offsetWidth
  const pointsPerMm = 72 / 25.4
  for (const line of readLines(page)) {
    const text = simple(line.text)
    pdf.setFont(font && !builtIn.test(text) ? font : 'helvetica', 'normal')
    pdf.setFontSize(line.fontSize * toMm * pointsPerMm)
    const natural = pdf.getTextWidth(text)
    const drawn = (line.right - line.left) * toMm
    const scale = natural > 0 && drawn > 0 ? drawn / natural : 1
    // The types of jsPDF do not know the scale, which its text operator does.
    const options = { renderingMode: 'invisible', horizontalScale: scale } as Parameters<typeof pdf.text>[3]
    pdf.text(text, line.left * toMm, (line.bottom - line.fontSize * 0.28) * toMm, options)
  }
}
