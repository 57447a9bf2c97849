/** ICU messages as `@lingui/message-utils` compiles them: text, or a placeholder. */
type Token = string | readonly [name: string, kind?: string, choices?: Readonly<Record<string, Compiled>>]
export type Compiled = readonly Token[]
/** The translation of each source sentence. */
export type Catalogue = Readonly<Record<string, string | Compiled>>
export type Values = Readonly<Record<string, string | number>>

/** Formats messages with their values; numbers and plurals follow this locale. */
export const formatterOf = (locale: string) => {
  // Created with the first number: a phone takes a tenth of a second for both, and every page would wait for it.
  let numbers: Intl.NumberFormat | undefined
  let plurals: Intl.PluralRules | undefined
  const write = (value: string | number) => {
    if (typeof value === 'string') return value
    numbers ??= new Intl.NumberFormat(locale)
    return numbers.format(value)
  }
  const ruleOf = (value: number) => {
    plurals ??= new Intl.PluralRules(locale)
    return plurals.select(value)
  }
  const format = (message: Compiled, values: Values, count = '#'): string =>
    message.map((token) => part(token, values, count)).join('')
  const part = (token: Token, values: Values, count: string) => {
    if (token === '#') return count
    if (typeof token === 'string') return token
    const [name, kind, choices] = token
    const value = values[name] ?? ''
    if (!choices) return String(value)
    const rule = kind === 'plural' && typeof value === 'number' ? ruleOf(value) : 'other'
    return format(
      choices[value] ?? choices[rule] ?? choices['other'] ?? [],
      values,
      kind === 'plural' ? write(value) : count,
    )
  }
  return format
}
