import { measurementSeries, programName } from '../../../clinic/imaging/archive/staff-series.ts'
import { type DicomJson, numberOf, textOf } from '../../../clinic/imaging/dicom/dicom-json.ts'
import { escapeHtml } from '../../../platform/base/escape-html.ts'
import type { Words } from '../../../platform/language/words.ts'
import { itemsOf, meaningOf, nameText } from './content-values.ts'

/** A report that the portal wrote about measurements in its viewer. */
export const isMeasurements = (tags: DicomJson) =>
  textOf(tags, '00080070') === programName && textOf(tags, '0008103E') === measurementSeries

const content = '0040A730'
const codeIn = (tags: DicomJson, tag: string) => textOf(itemsOf(tags, tag)[0] ?? {}, '00080100') ?? ''
const isNamed = (code: string) => (item: DicomJson) => codeIn(item, '0040A043') === code
const isOf = (type: string) => (item: DicomJson) => textOf(item, '0040A040') === type

/** What a number measures, by its code; statistics give it as a derivation if their quantity is known. */
const nameOf = (item: DicomJson, { t }: Words) => {
  const derived = itemsOf(item, content).find(isNamed('121401'))
  const names: Record<string, string> = {
    '410668003': t('Length'),
    '1483009': t('Angle'),
    '42798000': t('Area'),
    '373098007': t('Average brightness'),
    '386136009': t('How much the brightness varies'),
    '255605001': t('Lowest brightness'),
    '56851009': t('Highest brightness'),
  }
  return names[derived ? codeIn(derived, '0040A168') : codeIn(item, '0040A043')] ?? ''
}

const sizes = ['410668003', '1483009', '42798000']
/** As the viewer shows them to staff: statistics of a diffusion map are thousandths and less. */
const digitsOf = (item: DicomJson): Intl.NumberFormatOptions =>
  sizes.some((code) => isNamed(code)(item))
    ? { maximumFractionDigits: 1 }
    : { maximumFractionDigits: 1, maximumSignificantDigits: 3, roundingPriority: 'morePrecision' }

const amountOf = (item: DicomJson, { locale, t }: Words) => {
  const [value = {}] = itemsOf(item, '0040A300')
  const [unit = {}] = itemsOf(value, '004008EA')
  const symbols: Record<string, string> = {
    mm: 'mm',
    mm2: 'mm²',
    deg: '°',
    '{pixels}': t('pixels of the picture'),
    "[hnsf'U]": 'HU',
    '1': '',
  }
  const number = new Intl.NumberFormat(locale, digitsOf(item)).format(numberOf(value, '0040A30A') ?? 0)
  // A unit that the file named itself.
  const symbol = symbols[textOf(unit, '00080100') ?? '1'] ?? meaningOf(value, '004008EA')
  return symbol === '°' ? `${number}°` : [number, symbol].filter(Boolean).join(' ')
}

/** The viewer's caveat about a number, in a sentence. */
const noteText = (note: string, { t }: Words) =>
  new Map([
    ['at the detector', t('This was measured on the X-ray detector, and not in the body.')],
    ['if pixels are square', t('This is right only if the pixels of the picture are square.')],
    ['in widths of a pixel', t('This is counted in widths of a pixel.')],
  ]).get(note) ?? note

const groupOf = (group: DicomJson, words: Words) => {
  const items = itemsOf(group, content)
  const numbers = items.filter(isOf('NUM')).flatMap((item) => {
    const name = nameOf(item, words)
    return name === '' ? [] : [`<li><strong>${escapeHtml(name)}:</strong> ${escapeHtml(amountOf(item, words))}</li>`]
  })
  const notes = items
    .filter(isNamed('121106'))
    .map((item) => `<li>${escapeHtml(noteText(textOf(item, '0040A160') ?? '', words))}</li>`)
  return `<ul>${[...numbers, ...notes].join('')}</ul>`
}

const dayOf = (tags: DicomJson, { locale }: Words) => {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(textOf(tags, '00080023') ?? '') ?? []
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day))
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(time)
}

/** What was measured, by whom and when, in the language of the scan's patient. */
export const measurementsPage = (tags: DicomJson, words: Words) => {
  const { t, locale } = words
  const [author = {}] = itemsOf(tags, '0040A078')
  const name = nameText(textOf(author, '0040A123') ?? '')
  const groups = itemsOf(tags, content).flatMap((item) => itemsOf(item, content).filter(isNamed('125007')))
  const title = escapeHtml(t('Measurements'))
  const paragraphs = [
    t('Measured by {name} on {day}.', { name, day: dayOf(tags, words) }),
    t('These numbers were measured in the pictures of this scan. No one has checked them a second time.'),
    t('They are not a diagnosis. The care team can say what they mean.'),
  ]
  return `<!doctype html>
<html lang="${locale.slice(0, 2)}"><head><meta charset="utf-8"><title>${title}</title></head>
<body><h1>${title}</h1>${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('')}${groups.map((group) => groupOf(group, words)).join('')}</body></html>
`
}
