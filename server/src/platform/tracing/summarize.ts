import { LRUCache } from 'lru-cache'
import { setScope } from '../database/scope.ts'

const kept = new LRUCache<string, string>({ max: 2000 })

/** Ignores what is inside parentheses, such as a subquery. */
const withoutBrackets = (text: string): string => {
  const shorter = text.replace(/\([^()]*\)/g, ' ')
  return shorter === text ? text : withoutBrackets(shorter)
}
const tableIn = (text: string) => /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_]+)\b/i.exec(text)?.[1]

/** A statement in two words, verb and first table: "select patients". Values are left out. */
const summarize = (text: string) => {
  const cached = kept.get(text)
  if (cached) return cached
  const verb = /[a-z]+/i.exec(text)?.[0].toLowerCase() ?? ''
  const table = tableIn(withoutBrackets(text)) ?? tableIn(text)
  const summary = [verb, table].filter(Boolean).join(' ')
  kept.set(text, summary)
  return summary
}

/** What one message to the database does, without the statement that sets its scope: "begin, select patients". */
export const summarizeMessage = (texts: readonly string[]) =>
  texts
    .filter((text) => text !== setScope)
    .map(summarize)
    .join(', ')
