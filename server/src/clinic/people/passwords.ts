import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

// OWASP Password Storage Cheat Sheet: argon2id, 19 MiB, two passes, one lane. The library's default algorithm is argon2id.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const maxConcurrentHashes = 4

/** Each hash holds 19 MiB: more than a few at once would let sign-ins exhaust the memory. */
const turn = pLimit(maxConcurrentHashes)

export const hashPassword = (password: string) => turn(() => hash(password.normalize('NFKC'), cost))

let nobody: Promise<string> | undefined
/** Takes as long for a login that does not exist, so that timing reveals nothing. */
export const passwordFits = async (stored: string | null, password: string) => {
  nobody ??= hashPassword('no such login')
  const against = stored ?? (await nobody)
  return (await turn(() => verify(against, password.normalize('NFKC')))) && stored !== null
}

// The stems of the most used passwords.
// They are compared after normalizing, because the composition rules alone only turn "password" into "Password1!".
const common = new Set(
  'password passwort passw0rd qwerty qwertyuiop asdfgh letmein welcome admin administrator login iloveyou monkey dragon football baseball master sunshine princess shadow superman batman trustno summer winter spring autumn changeme secret abc abcd abcdef test guest hello freedom whatever charlie jordan michael jennifer hunter pepper ginger computer internet samsung google starwars pokemon cheese hospital patient doctor nurse medical fornix clinic'.split(
    ' ',
  ),
)
const unLeet: Record<string, string> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** What a password may stand for: as it is, without what surrounds its letters, and un-leeted. */
export const withoutDecoration = (password: string) => {
  const lower = password.toLowerCase()
  const letters = (text: string) => text.replace(/[^a-z]/g, '')
  const plain = letters(lower)
  const spoken = (one: string) =>
    letters(
      lower.replace(/[^a-z]+$/, '').replace(/[013457@$!]/g, (sign) => (sign === '1' ? one : (unLeet[sign] ?? ''))),
    )
  return [lower, lower.replace(/[^a-z\d]+$/, ''), plain, spoken('l'), spoken('i')].filter((word) => word.length > 3)
}

/** True for a common word with the usual decorations: Passw0rd!, Welcome2026#. */
export const isCommonPassword = (password: string) => withoutDecoration(password).some((word) => common.has(word))
