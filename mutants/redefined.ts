import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './copy.ts'
import type { Mutant } from './mutant.ts'

const definition = /\b(?:create(?: or replace)?|alter) (?:(?:view|function) \w+|policy \w+ on \w+)/gi
const nameOf = (head: string) => head.replace(/^(create or replace|create|alter) /i, '').toLowerCase()
const definitionsIn = (sql: string) =>
  [...sql.matchAll(definition)].map(({ 0: head, index }) => ({ name: nameOf(head), index }))

const migrations = globSync('server/migrations/*.sql', { cwd: root })
  .sort()
  .map((file) => {
    const sql = readFileSync(join(root, file), 'utf8')
    return { file, sql, names: new Set(definitionsIn(sql).map(({ name }) => name)) }
  })

/** The later migration that redefines what a mutant breaks, so that the mutant has no effect. */
export const redefinedIn = ({ file, find }: Mutant) => {
  const sql = migrations.find((migration) => migration.file === file)?.sql ?? ''
  const end = sql.indexOf(find) + find.length
  const last = definitionsIn(sql.slice(0, end)).at(-1)
  if (!last) return undefined
  const since = sql.slice(last.index, end)
  // A function's body has semicolons of its own.
  const isInside = !since.slice(0, -find.length).includes(';') || since.split('$$').length % 2 === 0
  if (!isInside) return undefined
  return migrations.find((later) => later.file > file && later.names.has(last.name))?.file
}
