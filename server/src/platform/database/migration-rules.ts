import type { Migration } from './migration-files.ts'

/** The first migration that ran with programs in use somewhere; earlier ones are exempt. */
export const firstChecked = '0050'

type Rule = { breaks: RegExp; why: string; unless?: (statement: string, made: Set<string>) => boolean }

const tableIn = (statement: string) =>
  /\b(?:on|table)\s+(?:only\s+)?(?:if exists\s+)?([\w.]+)/i.exec(statement)?.[1] ?? ''
const onNewTable = (statement: string, made: Set<string>) => made.has(tableIn(statement))

/** What would break an older program still running, or lock a table for as long as it is large. */
const rules: Rule[] = [
  { breaks: /\bdrop\s+table\b/i, why: 'drops a table' },
  {
    breaks: /\balter\s+table\b[\s\S]*\bdrop\s+(column\b|(?!(?:constraint|not|default|expression|identity)\b)\w)/i,
    why: 'drops a column',
  },
  { breaks: /\balter\s+(table|view)\b[\s\S]*\brename\b/i, why: 'renames' },
  {
    breaks: /\bset\s+not\s+null\b/i,
    why: 'forbids null where an older program may still write it',
    unless: onNewTable,
  },
  {
    breaks: /\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/i,
    why: 'changes the type of a column, which rewrites the table',
    unless: onNewTable,
  },
  {
    breaks:
      /\badd\s+(column\s+)?(if not exists\s+)?(?!constraint|check|foreign|unique|primary)\w+\s[^,;]*\bnot\s+null\b/i,
    why: 'adds a column that an older program does not fill; give it a default',
    unless: (statement, made) => /\bdefault\b/i.test(statement) || onNewTable(statement, made),
  },
  {
    breaks: /\badd\s+(constraint\s+\w+\s+)?(check|foreign\s+key)\b/i,
    why: 'checks all rows under a lock; add it “not valid” and validate it in the next migration',
    unless: (statement, made) => /\bnot\s+valid\b/i.test(statement) || onNewTable(statement, made),
  },
  {
    breaks: /\bcreate\s+(unique\s+)?index\s+(?!concurrently)/i,
    why: 'locks the table while the index is made; make it concurrently, in a migration of its own',
    unless: onNewTable,
  },
  { breaks: /\bvacuum\s+full|\bcluster\b|\bset\s+(un)?logged\b/i, why: 'rewrites the table under a lock' },
]

const contract = /^--\s*contract:\s*\S.*$/m

/** A migration's problems, as messages. `-- contract: reason` says that no running program needs what is removed. */
export const problemsOf = ({ name, text }: Migration): string[] => {
  const bare = text.replace(/--.*$/gm, '').replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
  const statements = bare.split(';').flatMap((statement) => statement.trim() || [])
  const made = new Set(
    statements.flatMap((statement) => /^create\s+table\s+(?:if not exists\s+)?([\w.]+)/i.exec(statement)?.[1] ?? []),
  )
  const problems = contract.test(text)
    ? []
    : statements.flatMap((statement) =>
        rules
          .filter(({ breaks, unless }) => breaks.test(statement) && !unless?.(statement, made))
          .map(({ why }) => `${name} ${why}: ${statement.replace(/\s+/g, ' ').slice(0, 80)}`),
      )
  return [...problems, ...halfMadeIndexes(name, statements)]
}

/** An interrupted index build leaves an invalid index, and its name is taken. */
const halfMadeIndexes = (name: string, statements: string[]) => {
  const concurrent = statements.filter((statement) => /\bindex\s+concurrently\b/i.test(statement))
  if (concurrent.length === 0) return []
  const others =
    statements.length > concurrent.length ? [`${name} makes indexes concurrently, and must do nothing else`] : []
  const dropped = new Set(
    concurrent.flatMap((statement) => /^drop\s+index\s+concurrently\s+if\s+exists\s+(\w+)/i.exec(statement)?.[1] ?? []),
  )
  const unprepared = concurrent
    .flatMap((statement) => /^create\s+(?:unique\s+)?index\s+concurrently\s+(\w+)/i.exec(statement)?.[1] ?? [])
    .filter((index) => !dropped.has(index))
  return [...others, ...unprepared.map((index) => `${name} needs “drop index concurrently if exists ${index}” first`)]
}
