import { z } from 'zod'
import { nowMs } from './clock.ts'
import { keysOf } from './objects.ts'
import { hourMs } from './site-time.ts'

/** 50 states, two-letter code and name (United States Postal Service, Publication 28, appendix B). */
export const states = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
} as const
export const stateCodes = keysOf(states)

const control = /\p{Cc}/u
const controlButNewline = /[^\P{Cc}\n]/u
/** False for a text with control characters other than line breaks and tabs, or with half of a surrogate pair. */
export const isStorable = (text: string) => !/[^\P{Cc}\n\r\t]/u.test(text) && text.isWellFormed()
const tidy = (text: string) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim()

/** What a text must be, and the sentence if it is not. */
type Rule = readonly [isMet: (text: string) => boolean, sentence: string]
export const ofLength = (min: number, max: number, sentence: string): Rule => [
  (text) => text.length >= min && text.length <= max,
  sentence,
]
// One schema, since a phone builds them all at every visit, and a chain of several takes three times as long.
const normalized = (normalize: (text: string) => string, absent: string, rules: readonly Rule[]) =>
  z.string(absent).check(z.overwrite(normalize), ({ value, issues }) => {
    const [, message] = rules.find(([isMet]) => !isMet(value)) ?? []
    // `continue`: what is wrong with the form as a whole is told as well.
    if (message) issues.push({ code: 'custom', input: value, message, continue: true })
  })
const tidied = (absent: string, ...rules: Rule[]) => normalized(tidy, absent, rules)
const atMost = (max: number) => ofLength(0, max, `Please use at most ${max} characters`)
/** One line: NFC, trimmed, no control characters, at most `max` characters. The first of the `rules` that is broken is told. */
export const line = (max = 200, absent = 'This field is required', ...rules: Rule[]) =>
  tidied(
    absent,
    atMost(max),
    [(text) => !control.test(text), 'Please remove line breaks and control characters'],
    ...rules,
  )
/** Several lines: like a line, but with newlines; at most 5,000 characters. */
export const longText = (max = 5000, absent = 'This field is required', ...rules: Rule[]) =>
  tidied(absent, atMost(max), [(text) => !controlButNewline.test(text), 'Please remove control characters'], ...rules)
const filled = (sentence: string): Rule => [(text) => text !== '', sentence]
export const requiredLine = (sentence: string, max = 200, ...rules: Rule[]) =>
  line(max, sentence, filled(sentence), ...rules)
export const requiredText = (sentence: string, max = 5000) => longText(max, sentence, filled(sentence))

/**
 * `1250.00` from an amount as people in the US write it: "$1,250.00". Where a phone's keypad has a comma and no period, they write "12,50".
 * Anything else is returned as it is, to be refused.
 */
const plainAmount = (text: string) => {
  const amount = tidy(text).replace(/^\$\s*/, '')
  if (/^\d+,\d\d$/.test(amount)) return amount.replace(',', '.')
  return /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(amount) ? amount.replaceAll(',', '') : amount
}
/** Dollars as text, exact to the cent: never a float. */
export const dollars = normalized(plainAmount, 'Amount is required', [
  filled('Amount is required'),
  [(text) => /^[\d.,]+$/.test(text), 'Please enter an amount in dollars, such as 48.00'],
  // Elsewhere "1.250,00" is common, and "1.250" and "0,500" may be either: none of them is guessed.
  [(text) => /^\d+(\.\d{1,2})?$/.test(text), 'Please write the cents after a period, such as 1,250.00'],
  [(text) => /^\d{1,5}(\.|$)/.test(text), 'Please enter an amount of at most 99,999.99'],
  [(text) => /[1-9]/.test(text), 'Please enter an amount of at least 0.01'],
])

const reasonSentence = 'Please give a reason, in 5 to 500 characters'
/** Why somebody takes data out of the portal. */
export const reason = line(10_000, reasonSentence, ofLength(5, 500, reasonSentence))
export const ReasonForm = z.object({ reason })

/** Of any script: "de la Cruz", "O’Hara", "Smith-Jones", "J. R."; nothing that a mail program would show as a link with a path. */
const nameSigns = /^(?=.*\p{L})[\p{L}\p{M} '’.-]+$/u
const nameSentence = 'Please use only letters, spaces, hyphens, apostrophes and periods'
/** A person's first or last name. A name older than this rule stays until somebody changes it. */
export const personName = (absent: string, otherSigns = nameSentence) =>
  requiredLine(absent, 60, [(text) => nameSigns.test(text), otherSigns])

// The pattern of the HTML standard's email input, with a dot required in the domain.
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/
export const isEmail = (text: string) => text.length <= 254 && emailPattern.test(text)
export const email = (sentence: string) => line(254, sentence, [isEmail, sentence])

/** Ten digits in any common spelling: "(617) 555-0199", "617.555.0199", "+1 617 555 0199". */
export const mobileNumber = (sentence: string) =>
  z.string(sentence).check(
    z.overwrite((text) => text.replace(/[\s().-]/g, '').replace(/^\+?1(?=\d{10}$)/, '')),
    z.regex(/^\d{10}$/, sentence),
  )
/** Five digits; of ZIP+4, "02115-1234", only these are kept. */
const zipOf = (absent: string, ...rules: Rule[]) =>
  normalized((text) => text.trim().replace(/^(\d{5})[-\s]?\d{4}$/, '$1'), absent, [
    ...rules,
    [(text) => /^(\d{5})?$/.test(text), 'Invalid Zip code'],
  ])
export const zipCode = zipOf('Zip code is required', filled('Zip code is required'))
export const optionalZipCode = zipOf('Invalid Zip code')
export const stateCode = z.enum(stateCodes, 'State is required')

/** The five rules, in the order that screens list them. */
export const passwordRules = [
  { name: 'At least 8 characters', met: (password: string) => [...password].length >= 8 },
  { name: 'One lowercase letter', met: (password: string) => /[a-z]/.test(password) },
  { name: 'One uppercase letter', met: (password: string) => /[A-Z]/.test(password) },
  { name: 'One digit', met: (password: string) => /\d/.test(password) },
  { name: 'One special character from !@#$%^&*()', met: (password: string) => /[!@#$%^&*()]/.test(password) },
] as const

/** For accounts with one factor alone, as NIST SP 800-63B-4 requires; listed if the portal requires it. */
export const passwordAlone = {
  name: 'At least 15 characters if you have no second step for signing in',
  met: (password: string) => [...password].length >= 15,
}

/** The rules for an account that certainly has no second step yet. */
export const longPasswordRules = [{ ...passwordAlone, name: 'At least 15 characters' }, ...passwordRules.slice(1)]

export const password = z
  .string('Password is required')
  .max(128, 'Please use at most 128 characters')
  .refine((text) => passwordRules.every((rule) => rule.met(text)), 'Password does not meet the rules')

export const inFuture = 'This date is in the future'
/** Today's date in the world's most advanced time zone; the server checks the site's own day. */
export const latestDay = () => new Date(nowMs() + 14 * hourMs).toISOString().slice(0, 10)

const realDay = (text: string) => {
  const [month = Number.NaN, day = Number.NaN, year = Number.NaN] = text.split('-').map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1900
}
/** `2000-06-15` from a date of birth written `06-15-2000`. */
export const isoDay = (text: string) => text.replace(/^(\d\d)-(\d\d)-(\d{4})$/, '$3-$1-$2')
/** `MM-DD-YYYY`, a real day, not in the future; `{ date: … }` is read too. */
const dobText = z
  .string()
  .regex(/^\d{2}-\d{2}-\d{4}$/, 'Please choose a month, day, and year')
  .refine(realDay, { error: 'This date does not exist', abort: true })
  .refine((text) => isoDay(text) <= latestDay(), inFuture)
export const dob = z.preprocess(
  (value) => (value instanceof Object && 'date' in value ? value.date : value === '' ? null : value),
  dobText.nullable(),
)

export const genders = ['Male', 'Female', 'Other'] as const
export const races = [
  'Asian',
  'Black or African American',
  'Hispanic or Latino',
  'Native American or American Indian',
  'White',
  'Other',
  'American Indian or Alaska Native',
  'Native Hawaiian or Other Pacific Islander',
  'Two or More Races',
  'N/A',
] as const

/** An optional choice: the empty string means "not said". */
export const choice = <const T extends readonly [string, ...string[]]>(
  options: T,
  sentence = 'Please choose one from the list',
) => z.union([z.enum(options, sentence), z.literal('')], sentence)
export const yesOrNo = choice(['Y', 'N'])

/** A project's or a record's id. */
export const id = z.uuid()
