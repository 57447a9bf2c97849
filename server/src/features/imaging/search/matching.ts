import type { SearchFilter } from '@fornix/contract'
import { type DicomJson, textOf } from '../../../clinic/imaging/dicom/dicom-json.ts'
import { wordsOf } from '../../../clinic/records/search-words.ts'
import { boundsOf, listOf } from '../../../clinic/records/study-search.ts'

/** Whether DICOM's wildcards (PS3.4 C.2.2.2.4) match the text, in time that grows with both lengths and no faster. */
export const meets = (pattern: string, text: string) => {
  let [p, t, star, mark] = [0, 0, -1, 0]
  while (t < text.length) {
    if (pattern[p] === '*') {
      star = p++
      mark = t
    } else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === text[t])) {
      p++
      t++
    } else if (star >= 0) {
      p = star + 1
      t = ++mark
    } else return false
  }
  while (pattern[p] === '*') p++
  return p === pattern.length
}

/** The values of an attribute; for one in a sequence, those of every item. */
const textsOf = (tags: DicomJson, path: string): string[] => {
  const [tag = '', ...inner] = path.split('.')
  const values = tags[tag]?.Value ?? []
  if (inner.length > 0) return values.flatMap((item) => textsOf(item as DicomJson, inner.join('.')))
  return values.map((value) => textOf({ [tag]: { vr: tags[tag]?.vr ?? '', Value: [value] } }, tag) ?? '')
}

const hasWords = (text: string, value: string) => {
  const words = wordsOf(text)
  return wordsOf(value).every((wanted) => words.some((word) => word.startsWith(wanted)))
}

const compares = (filter: SearchFilter, isFuzzy: boolean): ((text: string) => boolean) => {
  const { kind, value } = filter
  if (kind === 'uids') {
    const uids = new Set(listOf(value))
    return (text) => uids.has(text)
  }
  if (kind === 'date' || kind === 'time') {
    const { from, to } = boundsOf(filter)
    return (text) => {
      const digits = text.replace(/\..*$/, '').replace(/\D/g, '').padEnd(from.length, '0')
      return text !== '' && digits >= from && digits <= to
    }
  }
  if (kind === 'number') return (text) => text !== '' && Number(text) === Number(value)
  if (kind === 'codes') {
    const patterns = listOf(value)
    return (text) => patterns.some((pattern) => meets(pattern, text))
  }
  if (kind === 'text') return (text) => meets(value, text)
  if (isFuzzy) return (text) => hasWords(text, value)
  return (text) => meets(value.toLowerCase(), text.toLowerCase())
}

/** Whether tags have everything that a search names; a missing tag matches nothing. */
export const matcher = (filters: SearchFilter[], isFuzzy: boolean) => {
  const all = filters.map((filter) => ({ tag: filter.tag, fits: compares(filter, isFuzzy) }))
  return (tags: DicomJson) => all.every(({ tag, fits }) => textsOf(tags, tag).some(fits))
}
