import { createHash } from 'node:crypto'

/** The largest plans that PostgreSQL keeps per connection take 200 KB. */
export const keptStatements = 100
const countedTexts = 2000

/** Gets a value and marks its key as just used: the map then starts with the least recently used key. */
const use = <K, V>(map: Map<K, V>, key: K): V | undefined => {
  const value = map.get(key)
  if (value === undefined) return undefined
  map.delete(key)
  map.set(key, value)
  return value
}

const add = <K, V>(map: Map<K, V>, key: K, value: V, most: number): K | undefined => {
  map.delete(key)
  map.set(key, value)
  const oldest = map.size > most ? map.keys().next().value : undefined
  if (oldest !== undefined) map.delete(oldest)
  return oldest
}

export type Statements = ReturnType<typeof openStatements>
export type KeptStatements<V> = ReturnType<typeof keepStatements<V>>

/**
 * Which statements a pool prepares: those that come a second time. A statement's name is derived from its text, so on a connection that
 * others used before it never means a different statement.
 */
export const openStatements = () => {
  const names = new Map<string, string | null>()
  const unprepared = new Set<string>()
  let areLost = false
  return {
    nameOf: (text: string) => {
      if (areLost || unprepared.has(text)) return undefined
      const name = use(names, text)
      if (name) return name
      const next = name === null ? createHash('sha256').update(text).digest('hex').slice(0, 32) : null
      add(names, text, next, countedTexts)
      return next ?? undefined
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
export const keepStatements = <V>() => {
  const kept = new Map<string, V>()
  let dropped: string[] = []
  return {
    use: (name: string) => use(kept, name),
    keep: (name: string, value: V) => {
      const oldest = add(kept, name, value, keptStatements)
      if (oldest !== undefined) dropped.push(oldest)
    },
    drop: (name: string) => {
      if (kept.delete(name)) dropped.push(name)
    },
    takeDropped: () => {
      const names = dropped
      dropped = []
      return names
    },
  }
}
