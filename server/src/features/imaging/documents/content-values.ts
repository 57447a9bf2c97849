import { type DicomJson, numberOf, textOf } from '../../../clinic/imaging/dicom/dicom-json.ts'
import type { Words } from '../../../platform/language/words.ts'

/** The items of a sequence (PS3.5 7.5). */
export const itemsOf = (tags: DicomJson, tag: string): DicomJson[] =>
  (tags[tag]?.Value ?? []).filter((item): item is DicomJson => item instanceof Object && !Array.isArray(item))

/** A code's meaning in words (PS3.3 8.8), or the code itself if it has none. */
export const meaningOf = (tags: DicomJson, tag: string) => {
  const [code = {}] = itemsOf(tags, tag)
  const named = ['00080104', '00080100', '00080119', '00080120'].map((part) => textOf(code, part))
  return named.find(Boolean) ?? ''
}

/** `20260910` as `2026-09-10`. */
export const dateText = (text: string) => text.replace(/^(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')
const timeText = (text: string) =>
  text.replace(/^(\d\d)(\d\d)(\d\d)?/, (_, ...parts) => parts.slice(0, 3).filter(Boolean).join(':'))
const dateTimeText = (text: string) => `${dateText(text.slice(0, 8))} ${timeText(text.slice(8))}`.trim()

/** `Rivera^Ana^M^^MD` as `Ana M Rivera, MD`; for each group of a name (PS3.5 6.2.1). */
export const nameText = (name: string) =>
  name
    .split('=')
    .map((group) => {
      const [family = '', given = '', middle = '', prefix = '', suffix = ''] = group
        .split('^')
        .map((part) => part.trim())
      const whole = [prefix, given, middle, family].filter(Boolean).join(' ')
      return [whole, suffix].filter(Boolean).join(', ')
    })
    .filter(Boolean)
    .join(' / ')

/** `12 mm`. A unit is its UCUM code, as in print; a unit in braces or 1 counts something, and needs its words. */
const measured = (tags: DicomJson, t: Words['t']) => {
  const [value] = itemsOf(tags, '0040A300')
  const number = value && (textOf(value, '0040A30A') ?? numberOf(value, '0040A161')?.toString())
  const qualifier = meaningOf(tags, '0040A301')
  if (!value || number === undefined) return qualifier || t('(no value)')
  const [unit = {}] = itemsOf(value, '004008EA')
  const code = textOf(unit, '00080100') ?? ''
  const isSymbol = textOf(unit, '00080102') === 'UCUM' && !/^\{|^1$|^$/.test(code)
  const words = isSymbol ? code : code === '1' ? '' : meaningOf(value, '004008EA')
  return [number, words, qualifier && `(${qualifier})`].filter(Boolean).join(' ')
}

const storage = '1.2.840.10008.5.1.4.1.1.'
const objects = (t: Words['t']): [RegExp, string][] => [
  [/^2(\.[12])?$/, t('CT image')],
  [/^4(\.[134])?$/, t('MR image')],
  [/^(128|130)(\.1)?$/, t('PET image')],
  [/^(3\.1|6\.[12])$/, t('Ultrasound image')],
  [/^(1(\.\d.*)?|12\..*)$/, t('X-ray image')],
  [/^7(\..*)?$/, t('Captured image')],
  [/^9\..*$/, t('Waveform')],
  [/^88\..*$/, t('Report')],
  [/^104\.1$/, t('PDF document')],
  [/^66\.4$/, t('Segmentation')],
  [/^11\..*$/, t('Presentation state')],
]

/** What a reference points at, in words; including its frames or channels. */
const referenced = (tags: DicomJson, t: Words['t']) => {
  const [object = {}] = itemsOf(tags, '00081199')
  const sopClass = textOf(object, '00081150') ?? ''
  const own = sopClass.startsWith(storage) ? sopClass.slice(storage.length) : ''
  const name = objects(t).find(([pattern]) => pattern.test(own))?.[1] ?? t('Another object')
  const frames = (object['00081160']?.Value ?? []).slice(0, 20).join(', ')
  return frames === '' ? name : `${name}, ${t('frame {frames}', { frames })}`
}

const written = (tag: string) => (tags: DicomJson, t: Words['t']) =>
  textOf(tags, tag) || (tags[tag]?.BulkDataURI === undefined ? t('(no value)') : t('(too long to be shown here)'))
const inForm = (tag: string, form: (text: string) => string) => (tags: DicomJson, t: Words['t']) =>
  form(textOf(tags, tag) ?? '') || t('(no value)')
const region = (tags: DicomJson, t: Words['t']) =>
  t('marked region ({shape})', { shape: (textOf(tags, '00700023') ?? '?').toLowerCase() })

/** The value of a content item by its type (PS3.3 C.17.3.2.1). */
const values: Record<string, (tags: DicomJson, t: Words['t']) => string> = {
  TEXT: written('0040A160'),
  NUM: measured,
  CODE: (tags, t) => meaningOf(tags, '0040A168') || t('(no value)'),
  DATETIME: inForm('0040A120', dateTimeText),
  DATE: inForm('0040A121', dateText),
  TIME: inForm('0040A122', timeText),
  UIDREF: written('0040A124'),
  PNAME: inForm('0040A123', nameText),
  IMAGE: referenced,
  COMPOSITE: referenced,
  WAVEFORM: referenced,
  SCOORD: region,
  SCOORD3D: region,
  TCOORD: (tags, t) => t('marked time ({shape})', { shape: (textOf(tags, '0040A130') ?? '?').toLowerCase() }),
}

/** A content item's text; a type that is not understood is named. */
export const valueText = (tags: DicomJson, t: Words['t']) => {
  const type = textOf(tags, '0040A040') ?? ''
  return Object.hasOwn(values, type)
    ? values[type]!(tags, t)
    : t('(content of the kind “{kind}” is not shown here)', { kind: type || '?' })
}
