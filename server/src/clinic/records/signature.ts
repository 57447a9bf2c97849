import { wordsOf } from './search-words.ts'

const folded = (name: string) => wordsOf(name).join(' ')

/** Ignores case, accents, punctuation and the width of spaces: phones and keyboards differ in them. */
export const isSignatureOf = (name: string, signature: string) => signature !== '' && folded(signature) === folded(name)

/** A caregiver signs with the name given in the invitation. */
export const signWithOwnName = (name: string) => `Please sign with your own name: ${name}.`
export const signWithName = (name: string) => `Please sign with your name as it appears in your profile: ${name}.`
