import { seedDemo } from '@fornix/demo/seeds/demo.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { keepWordSets } from '../src/clinic/records/keep-word-sets.ts'
import { patientId, projectId, type Scope, staffScope } from '../src/platform/database/scope.ts'
import { fullRecord } from './full-record.ts'
import { testApp } from './harness.ts'
import { openToPatients, ownRows } from './row-security.ts'
import { addRowsOfEverybody } from './rows-of-everybody.ts'

/** Has no rows here; the last test has some. */
const emptyHere = ['project_moves']

// The demo data has rows of two projects and of several patients, and what it has none of is in the record of one more.
const world = await testApp()
const { app, platform, database, owner, given } = world
await seedDemo(platform, app)
for (const { project_id } of await owner<{ project_id: string }>('select project_id from projects'))
  await keepWordSets(database, project_id, { above: 5 })
const [ana] = await owner<{ project_id: string; patient_id: string }>(
  "select project_id, patient_id from patients where email = 'ana.rivera@northside.example'",
)
const project = projectId(ana?.project_id ?? '')
await fullRecord(world, await given.patient(project), await given.staff('Nurse', project))
await addRowsOfEverybody(owner)
const asPatient: Scope = { project, patient: patientId(ana?.patient_id ?? '') }

const tables = await owner<{ name: string; has_patient: boolean }>(
  `select p.relname as name, exists (select from pg_attribute where attrelid = p.oid and attname = 'patient_id' and not attisdropped
            and has_column_privilege('fornix_app', p.oid, attnum, 'select')) as has_patient
     from pg_attribute a join pg_class p on p.oid = a.attrelid
    where p.relnamespace = 'public'::regnamespace and p.relkind = 'r' and a.attname = 'project_id'
      and has_column_privilege('fornix_app', p.oid, a.attnum, 'select')
    order by p.relname`,
)

const countIn = (scope: Scope, table: string, condition = sql<boolean>`true`) =>
  database.scoped(scope, async (db) => {
    const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)} where ${condition}`.execute(
      db,
    )
    return rows[0]?.count
  })

test.each(tables)('$name: staff see their project’s rows and no other’s', async ({ name }) => {
  const mine = sql<boolean>`project_id = ${project}`
  expect(await countIn(staffScope(project), name, sql<boolean>`not (${mine})`)).toBe(0)
  const [all] = await owner<{ count: number }>(`select count(*)::int as count from ${name} where project_id = $1`, [
    project,
  ])
  expect(await countIn(staffScope(project), name, mine)).toBe(all?.count)
  expect(all?.count === 0).toBe(emptyHere.includes(name))
})

test.each(tables)('$name: a patient sees their own rows at most', async ({ name, has_patient }) => {
  if (!openToPatients.includes(name)) return expect(await countIn(asPatient, name)).toBe(0)
  const by = ownRows[name] ?? (has_patient ? 'patient_id' : undefined)
  const foreign = by
    ? sql<boolean>`${sql.ref(by)} is distinct from ${asPatient.patient}`
    : sql<boolean>`project_id <> ${project}`
  expect(await countIn(asPatient, name, foreign)).toBe(0)
})

test('in a patient’s scope the archive holds the open study and not the closed one', async () => {
  const studies = await owner<{ study_uid: string; study_date: string }>(
    'select study_uid, study_date from studies where patient_id = $1 order by study_date',
    [asPatient.patient],
  )
  expect(studies.map(({ study_date }) => study_date)).toEqual(['20260312', '20260910'])
  const [open, closed] = studies.map(({ study_uid }) => sql<boolean>`study_uid = ${study_uid}`)
  for (const table of ['archive_studies', 'archive_instances']) {
    expect(await countIn(asPatient, table, open)).toBeGreaterThan(0)
    expect(await countIn(asPatient, table, closed)).toBe(0)
    expect(await countIn(staffScope(project), table, closed)).toBeGreaterThan(0)
  }
})

test('project_moves: everybody in a project reads that it moves, nobody that another does, and none of them writes it', async () => {
  const closing =
    'insert into project_moves (project_id, move_id, back_at) select project_id, gen_random_uuid(), now() from projects'
  await owner(closing)
  const writing = [closing, "update project_moves set moved_to = 'https://thief.example'", 'delete from project_moves']
  for (const scope of [staffScope(project), asPatient]) {
    expect(await countIn(scope, 'project_moves', sql<boolean>`project_id = ${project}`)).toBe(1)
    expect(await countIn(scope, 'project_moves')).toBe(1)
    for (const statement of writing)
      await expect(database.scoped(scope, (db) => sql.raw(statement).execute(db))).rejects.toMatchObject({
        code: '42501',
      })
  }
})
