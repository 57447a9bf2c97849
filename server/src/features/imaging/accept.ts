import { ApiError } from '../../platform/base/errors.ts'

/** One of the forms that a caller would take (RFC 9110 12.5.1), with its parameters. */
export type MediaRange = { type: string; parameters: Map<string, string> }

export const notAcceptable = (sentence: string) => new ApiError(406, 'not_acceptable', sentence)

const outsideQuotes = (sign: string) => new RegExp(`${sign}(?=(?:[^"]*"[^"]*")*[^"]*$)`)

/** The forms of an Accept header, the most wanted first; nothing at all means any. */
export const mediaRanges = (accept: string): MediaRange[] => {
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
