import { calls } from '@fornix/contract'

const secrets: [RegExp, string][] = [
  [/[^\s"'<>(),:;/?=]+@[^\s"'<>(),:;/?=]+/g, '[email]'],
  [/[^\s"'<>(),:;/?=]+%40[^\s"'<>(),:;/?=]+/gi, '[email]'],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '[id]'],
  [/\bP-[0-9A-Z]{6}\b/gi, '[id]'],
  [/[\w~+/-]*(?:\.[\w~+/-]+){2,}=*|[\w+-]{20,}=*/g, '[token]'],
  [/\+?\d[\d\s().-]{5,}\d/g, '[number]'],
]
const query = /\?[^\s"'<>]*/g
const pathIn = /(?:https?:\/\/[^\s/"'<>]+)?\/[\w%@.~!$&()*+,;=:/-]*/g

const patterns = [...new Set(Object.values(calls).map(({ path }) => path))].map((path) => ({
  path,
  matches: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}?$`),
}))

/** The address of a call without what it was about: `/patient/get_patient/:email/`. */
export const bareEndpoint = (claimed: string) => {
  const path = claimed.replace(/^https?:\/\/[^/]*/i, '').split(/[?#]/)[0] ?? ''
  const known = patterns.find(({ matches }) => matches.test(path))
  // Of an address that is not ours, only what looks like a word of it is kept.
  return known?.path ?? path.replace(/[^/]+/g, (part) => (/^[a-z_-]{1,40}$/i.test(part) ? part : ':value'))
}

/** A browser's own words without emails, tokens, ids, long numbers and what stands in addresses. */
export const redacted = (claimed: string) =>
  secrets.reduce(
    (text, [pattern, mark]) => text.replace(pattern, mark),
    claimed.replace(query, '').replace(pathIn, bareEndpoint),
  )
