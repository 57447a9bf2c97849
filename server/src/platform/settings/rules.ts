import { z } from 'zod'

/** An empty setting counts as not set. */
const blank = (value: unknown) => (value === '' ? undefined : value)
const given = <Rule extends z.ZodType>(rule: Rule) => z.preprocess(blank, rule)

export const text = given(z.string().optional())
export const textOr = (usually: string) => given(z.string().default(usually))
export const pattern = (expression: RegExp, problem: string) => given(z.string().regex(expression, problem).optional())

/** `example` is a valid value, which the message shows. */
export const address = (protocol: RegExp, example: string) =>
  given(z.url({ protocol, error: `needs an address such as ${example}` }).optional())
const databaseExample = 'postgres://fornix:secret@db.example:5432/fornix'
/** `h1,h2` in place of the host: libpq tries each, but this program's driver takes only one. */
const severalHosts = /^postgres(ql)?:\/\/([^/?#]*@)?[^/?#@]*,[^/?#@]*([/?#]|$)/
export const postgres = given(
  z
    .string()
    .refine((value) => !severalHosts.test(value), {
      abort: true,
      error:
        'takes one host; for several servers give the address of a proxy that leads to the one that takes writes (docs/CLUSTER.md)',
    })
    .pipe(z.url({ protocol: /^postgres(ql)?$/, error: `needs an address such as ${databaseExample}` }))
    .optional(),
)

const number = (least: number, most: number, usually: number) => {
  const error = `needs a whole number from ${least} to ${most}, such as ${usually}`
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error })
}
export const count = (least: number, most: number, usually: number) =>
  given(number(least, most, usually).default(usually))
export const optionalCount = (least: number, most: number, example: number) =>
  given(number(least, most, example).optional())
export const optionalPort = (example: number) => optionalCount(0, 65_535, example)

/** A share of the whole; everything if not set. */
const shareError = 'needs a number from 0 to 1, such as 0.1'
export const share = given(z.coerce.number({ error: shareError }).min(0, shareError).max(1, shareError).default(1))

export const choice = <const Words extends [string, ...string[]]>(words: Words, usually: Words[number]) =>
  given(z.enum(words, { error: `needs one of these words: ${words.join(', ')}` }).default(usually as never))

export const yesOrNo = given(
  z
    .enum(['true', 'false'], { error: 'needs true or false' })
    .transform((value) => value === 'true')
    .optional(),
)

/** An https endpoint; plain http only on this machine. */
const isSecure = (to: string) =>
  /^https:\/\/[^/]/.test(to) || /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/|$)/.test(to)
export const secureAddress = (example: string) =>
  given(z.string().refine(isSecure, `needs an https address such as ${example}`).optional())

/** A file, or such an endpoint. */
export const isFhirPlace = (to: string) => isSecure(to) || !/^[a-z]+:/i.test(to)
export const fhirPlace = given(z.string().refine(isFhirPlace, 'needs a file, or an https address').optional())
