const digitsOf = (text: string) => text.replace(/\(0\)/g, '').replace(/\D/g, '')
/** Without the country code of North America or the zero of a trunk call, which callers say or leave out. */
const national = (digits: string) => digits.replace(/^0+/, '').replace(/^1(?=\d{10}$)/, '')
const reversed = (digits: string) => [...digits].reverse().join('')

// No name, email or id holds these signs, so the words of phones never meet theirs.
const beginning = (digits: string) => `#${digits}`
/** Reversed, so that the last digits are the beginning of a word. */
const ending = (digits: string) => `<${reversed(digits)}`

/** What finds a phone number, however it is written. */
export const wordsOfPhone = (phone: string) => {
  const digits = national(digitsOf(phone))
  return digits === '' ? [] : [beginning(digits), ending(digits)]
}

/** The words that some typed digits may begin: of a number's first three digits or more, or of its last four or more. */
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
