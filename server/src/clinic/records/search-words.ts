/** Letters that PostgreSQL's unaccent replaces and Unicode does not decompose; lower case, as `fold` looks them up. */
const letters: Record<string, string> = Object.fromEntries(
  (
    'æ:ae ð:d ø:o þ:th ß:ss đ:d ħ:h ı:i ĸ:q ł:l ŋ:n œ:oe ŧ:t ƀ:b ƃ:b ƈ:c ƌ:d ƒ:f ƕ:hv ƙ:k ƚ:l ƞ:n ƣ:oi ƥ:p ƫ:t ƭ:t ƴ:y ƶ:z ' +
    'ǥ:g ȡ:d ȥ:z ȴ:l ȵ:n ȶ:t ȷ:j ȼ:c ȿ:s ɀ:z ɇ:e ɉ:j ɍ:r ɏ:y ɓ:b ɖ:d ɗ:d ɛ:e ɠ:g ɨ:i ɩ:i ɫ:l ɱ:m ɲ:n ʀ:r ʈ:t ʉ:u ʋ:v ⱥ:a ⱦ:t ⱨ:h ⱪ:k ⱬ:z'
  )
    .split(' ')
    .map((pair) => pair.split(':')),
)
const folded = new RegExp(`[${Object.keys(letters).join('')}]`, 'g')

/** Lower case without accents: "Łukasz Müller" is "lukasz muller". */
export const fold = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(folded, (letter) => letters[letter] ?? letter)

/** The folded words: separated by everything that is neither letter nor digit. */
export const wordsOf = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** An email, an id or a hyphenated name as one word, so that typing its beginning finds it whatever its signs are. */
export const joined = (text: string) => wordsOf(text).join('')

/** `word >= from and word < to` in collation "C" are the words that begin with this one. */
export const prefixRange = (word: string) => ({ from: word, to: `${word}\u{10ffff}` })

export const tokens = (text: string) => text.split(/\s+/).filter((token) => joined(token) !== '')

/** The words that find a person: every word of the names; email, ids and numbers only from their beginning. */
export const wordsToFind = ({ names, keys }: { names: string[]; keys: string[] }) => [
  ...new Set([
    ...names.flatMap((name) => [...wordsOf(name), ...tokens(name).map(joined)]),
    ...keys.flatMap((key) => [joined(key), ...tokens(key).map(joined)]).filter(Boolean),
  ]),
]

/** One term of a query: matched by all words of any of its variants, each by its beginning. */
export type Term = string[][]

const isSameTerm = (one: Term, other: Term) => JSON.stringify(one) === JSON.stringify(other)

/** A word, whole or by its parts: "o'brien" is matched by "obrien", and by "o" and "brien". */
export const termOf = (token: string): Term => {
  const [whole, words] = [joined(token), wordsOf(token)]
  return words.length === 1 ? [[whole]] : [words, [whole]]
}

/** Null if nothing was typed; an empty list if there is no letter or digit in it, which finds nobody. */
export const termsOf = (query: string): Term[] | null => {
  if (query.trim() === '') return null
  const terms = tokens(query).map(termOf)
  return terms.filter((term, at) => terms.findIndex((other) => isSameTerm(term, other)) === at)
}
