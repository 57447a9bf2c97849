import { doubleMetaphone } from 'double-metaphone'
import { editDistance } from '../../platform/base/edit-distance.ts'

/** No other search word begins with this sign; the final one keeps a sound from being the beginning of another. */
const sound = (code: string) => `~${code}~`

/** How a name sounds, in one or two ways (Double Metaphone, Philips 2000). Empty for a word without Latin consonants or vowels. */
export const soundsOf = (word: string) => [...new Set(doubleMetaphone(word).filter(Boolean).map(sound))]

/** One typo in a short name, two in a longer one. */
const slips = (word: string) => (word.length <= 5 ? 1 : 2)
export const lengthsAlike = (word: string) => ({ least: word.length - slips(word), most: word.length + slips(word) })
export const isSpelledAlike = (word: string, other: string) => editDistance(word, other) <= slips(word)
