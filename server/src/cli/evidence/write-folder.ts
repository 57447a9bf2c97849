import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { auditKinds } from '@fornix/contract'
import { actionsOfKind } from '../../features/audit-log/kinds.ts'
import { auditActions } from '../../features.ts'
import { wordsForStaff } from '../../platform/audit/action-rules.ts'
import { makeFolder } from '../../platform/base/make-folder.ts'
import { byteOrderMark, csvLine } from '../../platform/calls/csv.ts'
import { type Copied, csvOut, inReadOnlySnapshot, jsonLinesOut } from '../../platform/database/copy-out.ts'
import type { Database } from '../../platform/database/db.ts'
import { type Part, writePart } from '../backup/part.ts'
import { caregiverSpans, countUnreadable, roleSpans, withheldOf } from './people.ts'
import type { Period } from './period.ts'
import { emergenciesOf, factorsOf, rowsAbout, subjects, wholeRows } from './queries.ts'

const matrix = new URL('../../../../docs/COMPLIANCE.md', import.meta.url)

/** The files of a folder, with how many rows each has. */
export type Written = { parts: Map<string, Part>; rows: Record<string, number> }

const writerIn = (folder: string, { parts, rows }: Written) => ({
  copy: async (name: string, source: Copied) => {
    parts.set(name, await writePart(join(folder, name), source))
    rows[name] = source.rowCount
  },
  text: async (name: string, lines: Iterable<string>) => {
    parts.set(name, await writePart(join(folder, name), Readable.from(lines)))
  },
  table: async <Row extends object>(name: string, heads: (keyof Row & string)[], all: Row[]) => {
    const lines = [byteOrderMark, csvLine(heads), ...all.map((row) => csvLine(heads.map((head) => row[head])))]
    parts.set(name, await writePart(join(folder, name), Readable.from(lines)))
    rows[name] = all.length
  },
})
export type Writer = ReturnType<typeof writerIn>

/** Works in a folder that is new or empty, and leaves nothing in it after a failure. */
export const inNewFolder = async <T>(folder: string, work: (written: Written, write: Writer) => Promise<T>) => {
  await makeFolder(folder)
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty. Name a new folder each time.`)
  const written: Written = { parts: new Map(), rows: {} }
  try {
    return await work(written, writerIn(folder, written))
  } catch (error) {
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true })
    throw error
  }
}

const actionRows = () =>
  auditKinds.flatMap((kind) =>
    actionsOfKind(auditActions, kind).map((action) => ({ action, kind, words: wordsForStaff(auditActions, action) })),
  )

type Versions = { postgresql: string; migrations: number; last_migration: string }
const versionsQuery = `select current_setting('server_version') as postgresql, count(*)::int as migrations, max(name) as last_migration from migrations.applied`

/** Everything of one moment: the trail of the period, and who had which rights in it. Also says what the database is. */
export const writeRows = (database: Pick<Database, 'dedicatedSystem'>, period: Period, write: Writer) => {
  const client = database.dedicatedSystem()
  return inReadOnlySnapshot(client, async () => {
    await write.table(
      'roles.csv',
      ['provider_id', 'code', 'role', 'from', 'until', 'by', 'event'],
      await roleSpans(client, period),
    )
    const withheld = await withheldOf(client, period)
    await write.table('withheld-rights.csv', ['role', 'right', 'from', 'until', 'by', 'event'], withheld)
    await write.table('actions.csv', ['action', 'kind', 'words'], actionRows())
    await write.table(
      'caregivers.csv',
      ['caregiver_id', 'patient_id', 'areas', 'last_day', 'from', 'until', 'by', 'event', 'ended_by'],
      await caregiverSpans(client, period),
    )
    await write.copy('emergency-access.csv', csvOut(client, emergenciesOf(client, period)))
    await write.copy('factors.csv', csvOut(client, factorsOf(client, period)))
    for (const [subject, actions] of Object.entries(subjects))
      await write.copy(`${subject}.csv`, csvOut(client, rowsAbout(client, period, actions)))
    await write.copy('audit.ndjson', jsonLinesOut(client, wholeRows(client, period)))
    const { rows } = await client.query<Versions>(versionsQuery)
    return { versions: rows[0], unreadable_rights_changes: countUnreadable(withheld) }
  })
}

/** What is met of which standard, as this version says of itself; false where the program came without its documents. */
export const writeMatrix = async (write: Writer) => {
  const text = await readFile(matrix, 'utf8').catch(() => null)
  if (text !== null) await write.text('COMPLIANCE.md', [text])
  return text !== null
}
