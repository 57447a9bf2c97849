import { type DicomJson, textOf } from '../../../clinic/imaging/dicom/dicom-json.ts'
import { escapeHtml } from '../../../platform/base/escape-html.ts'
import type { Words } from '../../../platform/language/words.ts'
import { dateText, itemsOf, meaningOf, nameText, valueText } from './content-values.ts'

/** Per report; the longest seen have some thousand. */
const maxItems = 20_000
/** For all values together, in letters: reports refer to long ones again and again. */
const maxLength = 1_000_000
const quotedLetters = 100
const maxHeadingLevel = 6
const deepest = 64

const content = '0040A730'
const conceptName = '0040A043'

const inLines = (text: string) =>
  escapeHtml(text)
    .split(/\r\n|[\r\n\f]/)
    .join('<br>')
const inBold = (name: string) => (name === '' ? '' : `<strong>${escapeHtml(name)}:</strong> `)

const isContainer = (item: DicomJson) => textOf(item, '0040A040') === 'CONTAINER'

/** A report's content tree (PS3.3 C.17.3): containers are sections, everything else is a line, with its children below. */
const contentOf = (root: DicomJson, { t }: Words) => {
  const left = { items: maxItems, letters: maxLength }
  let depth = 0
  let isCut = false
  const cache = new Map<DicomJson, DicomJson[]>()
  const itemsIn = (item: DicomJson) => {
    const items = cache.get(item) ?? itemsOf(item, content)
    cache.set(item, items)
    return items
  }
  const relations: Record<string, string> = {
    'INFERRED FROM': t('Inferred from'),
    'SELECTED FROM': t('Selected from'),
  }
  const nameOf = (item: DicomJson) => {
    const relation = relations[textOf(item, '0040A010') ?? '']
    return [relation, meaningOf(item, conceptName)].filter(Boolean).join(': ')
  }
  const quotes = new Map<DicomJson, string>()
  const quoteOf = (item: DicomJson) => {
    const quote = quotes.get(item) ?? (meaningOf(item, conceptName) || valueText(item, t)).slice(0, quotedLetters)
    quotes.set(item, quote)
    return quote
  }
  /** Another item of the report, by its position in the tree (PS3.3 C.17.3.2.5). */
  const referred = (place: unknown[]) => {
    let found: DicomJson | undefined = root
    for (const number of place.slice(1, deepest)) found = found && itemsIn(found)[Number(number) - 1]
    return t('see “{name}”', { name: found ? quoteOf(found) : '?' })
  }
  const saying = (item: DicomJson) => {
    const place = item['0040DB73']?.Value
    const text = place ? referred(place) : valueText(item, t)
    isCut ||= text.length > left.letters
    const shown = text.slice(0, left.letters)
    left.letters -= shown.length
    return shown
  }
  const section = (item: DicomJson, level: number) => {
    const name = nameOf(item)
    const heading = name === '' ? '' : `<h${level}>${escapeHtml(name)}</h${level}>`
    return `<section>${heading}${all(item, Math.min(level + 1, maxHeadingLevel))}</section>`
  }
  const line = (item: DicomJson, level: number) =>
    `<li>${inBold(nameOf(item))}${inLines(saying(item))}${all(item, level)}</li>`
  const all = (parent: DicomJson, level: number): string => {
    let html = ''
    let lines = ''
    const flush = () => {
      if (lines !== '') html += `<ul>${lines}</ul>`
      lines = ''
    }
    depth++
    for (const item of itemsIn(parent)) {
      if (depth > deepest || left.items === 0 || left.letters === 0) {
        isCut = true
        break
      }
      left.items--
      if (isContainer(item)) {
        flush()
        html += section(item, level)
      } else lines += line(item, level)
    }
    depth--
    flush()
    return html
  }
  const body = all(root, 2)
  return isCut ? `${body}<p>${escapeHtml(t('This report is longer than what is shown here.'))}</p>` : body
}

/** Who signed it, and when (PS3.3 C.17.2). */
const verified = (tags: DicomJson, { t }: Words) => {
  if (textOf(tags, '0040A493') !== 'VERIFIED') return t('Not verified')
  const by = itemsOf(tags, '0040A073').map((observer) => {
    const name = nameText(textOf(observer, '0040A075') ?? '')
    const day = dateText((textOf(observer, '0040A030') ?? '').slice(0, 8))
    return [name, day].filter(Boolean).join(', ')
  })
  return [t('Verified'), ...by].filter(Boolean).join(': ')
}

const factsOf = (tags: DicomJson, words: Words) => {
  const { t } = words
  const flag = textOf(tags, '0040A491')
  const facts = [
    [t('Patient'), nameText(textOf(tags, '00100010') ?? '')],
    [t('Date of birth'), dateText(textOf(tags, '00100030') ?? '')],
    [t('Date'), dateText(textOf(tags, '00080023') ?? textOf(tags, '00080020') ?? '')],
    [t('State'), [flag === 'PARTIAL' && t('Not complete'), verified(tags, words)].filter(Boolean).join('. ')],
  ] as const
  return facts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
    .join('')
}

/** A structured report has a content tree, whatever its class. */
export const isReport = (tags: DicomJson) => textOf(tags, '0040A040') === 'CONTAINER' || content in tags

/** A report's title, for its page and for lists. */
const titleOf = (tags: DicomJson, { t }: Words) => meaningOf(tags, conceptName) || t('Report')

/** A structured report as a page of headings, lists and text: it runs nothing and loads nothing. */
export const reportPage = (tags: DicomJson, words: Words) => {
  const title = escapeHtml(titleOf(tags, words))
  const language = words.locale.slice(0, 2)
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title}</title></head>
<body><h1>${title}</h1><dl>${factsOf(tags, words)}</dl>${contentOf(tags, words)}</body></html>
`
}
