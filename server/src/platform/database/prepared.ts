import { createHash } from 'node:crypto'

/** Of the plans that PostgreSQL keeps for a connection the largest have 200 KB. */
export const keptStatements = 100
const countedTexts = 2000

/** The value of a key that was used just now: a map then begins with what nobody used for longest. */
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
 * Which statements a pool prepares: those that come a second time. A name follows from its text, so that on a connection which
 * others had before it stands for no other statement.
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
    /** Past a pooler in transaction mode no connection remembers what it has prepared. */
    lose: () => {
      areLost = true
    },
    /** Since a migration its plan has other columns; a pooler may keep it under a name of its own. */
    unprepare: (text: string) => void unprepared.add(text),
  }
}

/** What one connection has prepared, and what it has to forget for that. */
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
