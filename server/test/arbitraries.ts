import fc, { type Arbitrary } from 'fast-check'
import type { z } from 'zod'

/** Values that exist, by the name of the field that takes them; and what else a field of that kind may take. */
export type Known = Record<string, unknown[]>

/** Text that programs have stumbled over. */
const hostile = [
  '',
  ' ',
  'O\'Brien "Bob" `x`',
  "' or 1=1 --",
  '%',
  '_%\\',
  '%00%0a',
  '\u0024{7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '=HYPERLINK("x")',
  'a,b;c\td',
  'two\r\nlines',
  'שלום עולם \u202e txt.exe',
  'مرحبا',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'e\u0301\u0327ﬁ İıſ',
  '\ud800',
  '\ufeff\u200b\u2028',
  '𝒳'.repeat(100),
  'x'.repeat(200),
  'x'.repeat(5000),
  'x'.repeat(20_000),
  'a\u0000b',
  '-0',
  '1e999',
  'NaN',
  '99999999999999999999',
  '__proto__',
  'null',
  'undefined',
  '2032-02-30',
  '0001-01-01',
  '9999-12-31T23:59:59.999999999Z',
]
const plausible: unknown[] = [
  ...[
    'Ana',
    'de la Cruz',
    'A few words.\nOn two lines.',
    'ana@x.example',
    '6175550123',
    '02110',
    'MA',
    'Correct-horse-9!',
  ],
  ...['02-14-1990', '2032-03-10', '2032-03-12', '2032-03-10T16:00:00Z', '08:00', '17:30', 'America/New_York', '12.50'],
  ...['1.2.840.10008.1', 'https://clinic.example/a', 'clinic.example', 'northside', 'true', 'false', '1', '10', '40'],
  ...[
    '01930000-0000-7000-8000-0000000000aa',
    'first_name,last_name',
    '1,2',
    '{}',
    '[]',
    'a@x.example, b@x.example',
    '50,100',
  ],
  ...[0, 1, -1, 2, 40, 0.5, 100, 2 ** 31 - 1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, true, false, null],
]

const anyText = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const anything = fc.oneof(
  { weight: 3, arbitrary: anyText },
  { weight: 1, arbitrary: fc.oneof(fc.integer(), fc.double(), fc.boolean(), fc.constant(null)) },
  {
    weight: 1,
    arbitrary: fc.oneof(fc.array(anyText, { maxLength: 3 }), fc.dictionary(anyText, anyText, { maxKeys: 3 })),
  },
)

type Def = {
  type: string
  shape?: Record<string, z.ZodType>
  catchall?: z.ZodType
  element?: z.ZodType
  items?: z.ZodType[]
  options?: z.ZodType[]
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  entries?: Record<string, string>
  values?: unknown[]
}
const defOf = (schema: z.ZodType) => schema.def as unknown as Def
const passes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

/** Inputs of a schema. With `isValid` each field is one that its own rule takes, as far as such a value is known here. */
export const inputsOf = (
  schema: z.ZodType,
  known: Known,
  isValid: boolean,
  name = '',
  rule = schema,
): Arbitrary<unknown> => {
  const def = defOf(schema)
  const within = (inner: z.ZodType, as = name, rule = inner) => inputsOf(inner, known, isValid, as, rule)
  const { innerType, in: input, out, element, shape, items, options } = def
  if (innerType) {
    const inner = within(innerType, name, rule)
    if (!['optional', 'nullable', 'default', 'prefault'].includes(def.type)) return inner
    return fc.option(inner, { nil: def.type === 'nullable' ? null : undefined, freq: 4 })
  }
  if (shape) {
    const fields = Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, within(field, key)]))
    const required = Object.keys(shape).filter((key) => isValid && !passes(shape[key] as z.ZodType, undefined))
    const whole = fc.record(fields, { requiredKeys: required })
    if (isValid && !def.catchall) return whole
    return fc
      .tuple(fc.dictionary(anyText, anything, { maxKeys: 2 }), whole)
      .map(([extra, own]) => ({ ...extra, ...own }))
  }
  if (element) return fc.array(within(element), { maxLength: 4, ...(isValid && !passes(rule, []) && { minLength: 1 }) })
  if (items) return fc.tuple(...items.map((item) => within(item)))
  if (options) return fc.oneof(...options.map((option) => within(option)))
  // Judged by all that is behind it: a line is a text that is made tidy and then measured.
  if (input && out) return within(defOf(input).type === 'transform' ? out : input, name, rule)
  return leaf(def, known[name] ?? [], isValid ? rule : null)
}

const leaf = ({ type, entries, values }: Def, named: unknown[], rule: z.ZodType | null): Arbitrary<unknown> => {
  const own = [...Object.values(entries ?? {}), ...(values ?? [])]
  const wild = type === 'record' ? fc.dictionary(anyText, anything, { maxKeys: 4 }) : anything
  if (!rule) return fc.oneof({ weight: 2, arbitrary: wild }, ...(own.length > 0 ? [fc.constantFrom(...own)] : []))
  const isTaken = (value: unknown) => passes(rule, value)
  const real = [...named, ...own].filter(isTaken)
  const other = plausible.filter(isTaken)
  const taken = real.length > 0 ? real : other
  if (taken.length === 0) return wild
  const orTaken = (value: unknown) => (isTaken(value) ? value : taken[0])
  const rest =
    type === 'record' ? wild : type === 'string' ? anyText : fc.constantFrom(...(other.length > 0 ? other : taken))
  return fc.oneof(
    { weight: real.length > 0 ? 6 : 1, arbitrary: fc.constantFrom(...taken) },
    { weight: 1, arbitrary: rest.map(orTaken) },
  )
}
