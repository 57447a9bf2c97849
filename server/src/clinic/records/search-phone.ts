const digitsOf = (text: string) => text.replace(/\(0\)/g, '').replace(/\D/g, '')
/** Without North America's country code or the zero of a trunk call, which callers say or leave out. */
const national = (digits: string) => digits.replace(/^0+/, '').replace(/^1(?=\d{10}$)/, '')
const reversed = (digits: string) => [...digits].reverse().join('')

// No name, email or id has these characters, so they never match phone words.
const beginning = (digits: string) => `#${digits}`
/** Reversed, so that a word begins with the last digits. */
const ending = (digits: string) => `<${reversed(digits)}`

/** The words that find a phone number, in any spelling. */
export const wordsOfPhone = (phone: string) => {
  const digits = national(digitsOf(phone))
  return digits === '' ? [] : [beginning(digits), ending(digits)]
}

/** The words that typed digits may begin: a number's first three digits or more, or its last four or more. */
export const phoneStarts = (typed: string) => {
  const digits = digitsOf(typed)
  const whole = national(digits)
  // Typed so far: 1 617 …
  const withoutCode = digits.length > 3 ? digits.replace(/^1/, '') : digits
  return [
    ...new Set([
      ...(whole.length >= 3 ? [beginning(whole), beginning(withoutCode)] : []),
      ...(digits.length >= 4 ? [ending(digits), ending(whole)] : []),
    ]),
  ]
}
