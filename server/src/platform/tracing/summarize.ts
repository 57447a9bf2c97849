import { LRUCache } from 'lru-cache'

const kept = new LRUCache<string, string>({ max: 2000 })

/** A statement in two words, verb and first table: "select patients". Its values, and the ids that `set` names, are left out. */
const summarize = (text: string) => {
  const known = kept.get(text)
  if (known) return known
  const verb = /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? ''
  const table = /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_]+)\b/i.exec(text)?.[1]
  const summary = [verb, table].filter(Boolean).join(' ')
  kept.set(text, summary)
  return summary
}

/** What one message to the database asks for, without the words that set its scope: "begin, select patients". */
export const summarizeMessage = (texts: readonly string[]) =>
  texts
    .map(summarize)
    .filter((summary) => summary !== 'set')
    .join(', ')
