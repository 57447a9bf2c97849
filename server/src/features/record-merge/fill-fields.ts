import { sql } from 'kysely'
import { reindexPatient } from '../../clinic/records/patient-record.ts'
import type { Db } from '../../platform/database/db.ts'
import type { DB } from '../../platform/database/tables.ts'

type Column = keyof DB['patients']
type Group = readonly [Column, ...Column[]]
type Pair = { project: string; kept: string; merged: string }

/** Columns that make sense only together: an address is not combined from two. The first is the name of the group. */
const groups: readonly Group[] = [
  ['mobile_number'],
  ['address_1', 'address_2', 'city', 'state', 'zip_code'],
  ['dob'],
  ['age'],
  ['gender'],
  ['race'],
  ['mrn_number'],
  ['physician_name', 'physician_id'],
  ['indication'],
  ['status_comment'],
  ['priority'],
  ['md_review'],
  ['full_coverage'],
  ['recruitment_source', 'other_recruitment_source'],
  ['additional_comments'],
  ['neck_length'],
  ['head_circumference'],
  ['pregnant_or_nursing'],
  ['birth_control_pills'],
  ['travel_restrictions'],
  ['participating_in_research'],
  ['previous_history'],
  ['language'],
]
/** Always the record's own; the merged record's values go into the note. */
const own: readonly Column[] = ['first_name', 'last_name', 'email', 'status', 'patient_type']
const unset: Partial<Record<Column, unknown>> = { dob: null, age: null, physician_id: null, indication: [] }

type Values = Partial<Record<Column, unknown>>
const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0)
const textOf = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value))

const columns = [...own, ...groups.flat()]
const readBoth = async (db: Db, { project, kept, merged }: Pair) => {
  const rows = await db
    .selectFrom('patients')
    .select(['patient_id', 'code', ...columns])
    .where('project_id', '=', project)
    .where('patient_id', 'in', [kept, merged])
    .execute()
  const of = (id: string) => {
    const row = rows.find(({ patient_id }) => patient_id === id)
    if (!row) throw new Error('A record of a merge is gone')
    return row
  }
  return { kept: of(kept), merged: of(merged) }
}

const write = async (db: Db, { project, kept }: Pair, values: Values) => {
  const changes = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`update patients set ${sql.join([...changes, sql`version = version + 1`, sql`updated_at = now()`])}
    where project_id = ${project} and patient_id = ${kept}`.execute(db)
  await reindexPatient(db, kept)
}

const label = (column: Column) =>
  column === 'mrn_number'
    ? 'MRN'
    : column === 'dob'
      ? 'Date of birth'
      : column.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase())
/** What a project may withhold from some readers of notes. */
const medical: readonly Column[] = [
  'indication',
  'race',
  'neck_length',
  'head_circumference',
  'pregnant_or_nursing',
  'birth_control_pills',
  'travel_restrictions',
  'participating_in_research',
  'previous_history',
]
/** The merged record's other values, for staff to read: nothing of them must be lost, however long the note gets. */
const noteOf = (kept: Values, merged: Values & { code: string }, filled: Column[]) => {
  const different = columns
    .filter((name) => name !== 'physician_id' && !filled.includes(name) && !isEmpty(merged[name]))
    .filter((name) => textOf(merged[name]) !== textOf(kept[name]))
  if (different.length === 0) return null
  const lines = (isMedical: boolean) =>
    different
      .filter((name) => medical.includes(name) === isMedical)
      .map((name) => `${label(name)}: ${textOf(merged[name])}`)
  const text = [`In the merged record ${merged.code}:`, ...lines(false)].join('\n')
  return { text, medical: lines(true).join('\n') }
}

/** The kept record's own values win; what it lacks is filled in. Returns what was filled, and the merged record's other values. */
export const fillFields = async (db: Db, pair: Pair) => {
  const { kept, merged } = await readBoth(db, pair)
  const filled = groups.filter(
    (group) => group.every((name) => isEmpty(kept[name])) && group.some((name) => !isEmpty(merged[name])),
  )
  await write(db, pair, Object.fromEntries(filled.flat().map((name) => [name, merged[name]])))
  return {
    filled: filled.map(([name]) => name),
    note: noteOf(kept, merged, filled.flat()),
  }
}

/** Empties filled fields again, unless somebody has changed them since. */
export const emptyFields = async (db: Db, pair: Pair, filled: readonly string[]) => {
  const { kept, merged } = await readBoth(db, pair)
  const same = groups
    .filter(([name]) => filled.includes(name))
    .filter((group) => group.every((name) => JSON.stringify(kept[name]) === JSON.stringify(merged[name])))
  await write(db, pair, Object.fromEntries(same.flat().map((name) => [name, name in unset ? unset[name] : ''])))
}
