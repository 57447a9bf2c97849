import { ApiError } from '../../platform/base/errors.ts'

/** One of the forms that a caller accepts (RFC 9110 12.5.1), with its parameters. */
export type MediaRange = { type: string; parameters: Map<string, string> }

export const notAcceptable = (sentence: string) => new ApiError(406, 'not_acceptable', sentence)

const outsideQuotes = (sign: string) => new RegExp(`${sign}(?=(?:[^"]*"[^"]*")*[^"]*$)`)

/** No program sends this much; parsing takes the square of its length. */
const longest = 1000

/** The forms of an Accept header, the most wanted first; an empty header means any. */
const mediaRanges = (accept: string): MediaRange[] => {
  if (accept.length > longest) throw notAcceptable(`An Accept header has ${longest} characters at most.`)
  const ranges = accept.split(outsideQuotes(',')).flatMap((text): (MediaRange & { weight: number })[] => {
    const [type = '', ...rest] = text.split(outsideQuotes(';')).map((part) => part.trim())
    if (type === '') return []
    const parameters = new Map(
      rest.map((part) => {
        const [name = '', value = ''] = part.split('=')
        return [name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1')]
      }),
    )
    const weight = Number(parameters.get('q') ?? '1')
    return weight > 0 ? [{ type: type.toLowerCase(), parameters, weight }] : []
  })
  return accept.trim() === ''
    ? [{ type: '*/*', parameters: new Map() }]
    : ranges.toSorted((one, other) => other.weight - one.weight)
}

const isAny = ({ type }: MediaRange) => type === '*/*' || type === 'application/*'

/** Tags come as JSON. */
export const acceptJson = (accept: string) => {
  const takesJson = (range: MediaRange) =>
    isAny(range) || range.type === 'application/dicom+json' || range.type === 'application/json'
  if (!mediaRanges(accept).some(takesJson)) throw notAcceptable('The answer is application/dicom+json.')
}

const anySyntax = '*'
/** The form, and the transfer syntax if the caller names one. */
export type Form = { isSingle: boolean; syntax: string | undefined }

/** The forms in which bytes of `type` may be sent, the most wanted first: in parts, or bare if `mayBeSingle`. */
export const formsOf = (accept: string, type: string, mayBeSingle: boolean): Form[] => {
  const forms = mediaRanges(accept).flatMap((range): Form[] => {
    const syntax = range.parameters.get('transfer-syntax') ?? anySyntax
    const wanted = { syntax: syntax === anySyntax ? undefined : syntax }
    const inner = range.parameters.get('type')?.toLowerCase() ?? type
    if (isAny(range) || (/^multipart\/(related|\*)$/.test(range.type) && [type, '*/*'].includes(inner)))
      return [{ ...wanted, isSingle: false }]
    return range.type === type && mayBeSingle ? [{ ...wanted, isSingle: true }] : []
  })
  if (forms.length === 0)
    throw notAcceptable(`The answer is multipart/related; type="${type}"${mayBeSingle ? `, or ${type}` : ''}.`)
  return forms
}

export type PictureType = 'png' | 'jpeg'

/** PNG if the caller accepts both. */
export const pictureType = (accept: string): PictureType => {
  for (const { type, parameters } of mediaRanges(accept)) {
    const inner = type.startsWith('multipart/') ? (parameters.get('type') ?? 'image/png').toLowerCase() : type
    if (['*/*', 'image/*', 'image/png'].includes(inner)) return 'png'
    if (inner === 'image/jpeg') return 'jpeg'
  }
  throw notAcceptable('The answer is image/png or image/jpeg.')
}

export type DocumentType = 'html' | 'pdf'
const documentTypes: Record<string, readonly DocumentType[]> = {
  'text/html': ['html'],
  'text/*': ['html'],
  'application/pdf': ['pdf'],
  'application/*': ['pdf'],
  '*/*': ['html', 'pdf'],
}

/** The document types in which the caller accepts an instance. */
export const documentTypesOf = (accept: string): DocumentType[] => [
  ...new Set(mediaRanges(accept).flatMap(({ type }) => documentTypes[type] ?? [])),
]
/** Whether the caller accepts a picture of it. */
export const takesPictures = (accept: string) =>
  mediaRanges(accept).some(({ type }) => /^(\*\/\*|image\/.*|multipart\/.*)$/.test(type))
