/** ICU messages as `@lingui/message-utils` compiles them: text, or what stands in its place. */
type Token = string | readonly [name: string, kind?: string, choices?: Readonly<Record<string, Compiled>>]
export type Compiled = readonly Token[]
/** What each sentence of the source is in another language. */
export type Catalogue = Readonly<Record<string, string | Compiled>>
export type Values = Readonly<Record<string, string | number>>

/** Writes messages with their values, as numbers and plurals are in this locale. */
export const formatterOf = (locale: string) => {
  const numbers = new Intl.NumberFormat(locale)
  const plurals = new Intl.PluralRules(locale)
  const write = (value: string | number) => (typeof value === 'number' ? numbers.format(value) : value)
  const format = (message: Compiled, values: Values, count = '#'): string =>
    message.map((token) => part(token, values, count)).join('')
  const part = (token: Token, values: Values, count: string) => {
    if (token === '#') return count
    if (typeof token === 'string') return token
    const [name, kind, choices] = token
    const value = values[name] ?? ''
    if (!choices) return String(value)
    const rule = kind === 'plural' && typeof value === 'number' ? plurals.select(value) : 'other'
    return format(
      choices[value] ?? choices[rule] ?? choices['other'] ?? [],
      values,
      kind === 'plural' ? write(value) : count,
    )
  }
  return format
}
