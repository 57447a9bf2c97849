// Fails if SQL in server/src/platform names a table of the clinic or of a feature.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const folder = 'server/src/platform'
/** Of sessions, audit, mail, files and their keys, requests, and projects as tenants. Every other table is declared above platform. */
const ownTables = new Set([
  'audit_events',
  'audit_heads',
  'file_removals',
  'files',
  'fresh_proofs',
  'idempotency_keys',
  'logins',
  'mail_attachments',
  'mail_outbox',
  'project_certificates',
  'project_keys',
  'project_moves',
  'projects',
  'rate_limits',
  'sessions',
  'viewer_tickets',
])

const types = readFileSync(join(root, folder, 'database/tables.ts'), 'utf8')
const tables = [...types.slice(types.indexOf('export interface DB ')).matchAll(/^ {2}(\w+): /gm)].map(
  ([, name]) => name,
)
const others = tables.filter((name) => !ownTables.has(name))
const unknown = [...ownTables].filter((name) => !tables.includes(name))

const withoutComments = (text) =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => comment.replaceAll(/[^\n]/g, ''))
const oneOf = (names) => `(${names.join('|')})`
// A name of one word is also a word of sentences: it counts after a keyword of SQL, or alone in quotes, as for Kysely.
const named = new RegExp(
  [
    `\\b${oneOf(others.filter((name) => name.includes('_')))}\\b`,
    `\\b(?:from|join|into|update|table|references)\\s+${oneOf(others)}\\b`,
    `['"\`]${oneOf(others)}(?: as \\w+)?['"\`]`,
  ].join('|'),
  'g',
)

const files = execFileSync('git', ['ls-files', '-coz', '--exclude-standard', folder], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('/database/tables.ts'))
const found = files.flatMap((path) =>
  withoutComments(readFileSync(join(root, path), 'utf8'))
    .split('\n')
    .flatMap((line, n) =>
      [...line.matchAll(named)].map(([, ...names]) => `${path}:${n + 1} names the table ${names.find(Boolean)}`),
    ),
)
for (const name of unknown) console.error(`There is no table ${name}: remove it from scripts/platform-tables.mjs`)
for (const line of found) console.error(line)
if (found.length + unknown.length > 0) process.exit(1)
