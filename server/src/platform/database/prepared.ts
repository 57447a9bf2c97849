import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** The largest plans that PostgreSQL keeps per connection take 200 KB. */
export const keptStatements = 100
const countedTexts = 2000

export type Statements = ReturnType<typeof openStatements>
export type KeptStatements<V extends object> = ReturnType<typeof keepStatements<V>>

/**
 * Which statements a pool prepares: those that come a second time. A statement's name is derived from its text, so on a connection that
 * others used before it never means a different statement.
 */
export const openStatements = () => {
  /** Empty for a statement that came once. */
  const names = new LRUCache<string, string>({ max: countedTexts })
  const unprepared = new Set<string>()
  let areLost = false
  return {
    nameOf: (text: string) => {
      if (areLost || unprepared.has(text)) return undefined
      const name = names.get(text)
      if (name) return name
      const next = name === '' ? createHash('sha256').update(text).digest('hex').slice(0, 32) : ''
      names.set(text, next)
      return next || undefined
    },
    /** Behind a pooler in transaction mode, connections do not keep prepared statements. */
    lose: () => {
      areLost = true
    },
    /** A migration has changed its columns; a pooler may keep the old plan under its own name. */
    unprepare: (text: string) => void unprepared.add(text),
  }
}

/** What one connection has prepared, and what it must drop to make room. */
export const keepStatements = <V extends object>() => {
  let dropped: string[] = []
  const kept = new LRUCache<string, V>({
    max: keptStatements,
    noDisposeOnSet: true,
    dispose: (_, name) => dropped.push(name),
  })
  return {
    use: (name: string) => kept.get(name),
    keep: (name: string, value: V) => void kept.set(name, value),
    drop: (name: string) => void kept.delete(name),
    takeDropped: () => {
      const names = dropped
      dropped = []
      return names
    },
  }
}
