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

/** A call's address without its values: `/patient/get_patient/:email/`. */
export const bareEndpoint = (claimed: string) => {
  const path = claimed.replace(/^https?:\/\/[^/]*/i, '').split(/[?#]/)[0] ?? ''
  const pattern = patterns.find(({ matches }) => matches.test(path))
  // From an address that is not ours, only parts that look like a word are kept.
  return pattern?.path ?? path.replace(/[^/]+/g, (part) => (/^[a-z_-]{1,40}$/i.test(part) ? part : ':value'))
}

/** A browser's own words without emails, tokens, ids, long numbers and the values in addresses. */
export const redacted = (claimed: string) =>
  secrets.reduce(
    (text, [pattern, mark]) => text.replace(pattern, mark),
    claimed.replace(query, '').replace(pathIn, bareEndpoint),
  )
