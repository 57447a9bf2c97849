import { type CareArea, calls, careAreas } from '@fornix/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { tableRules } from '../src/features.ts'
import { allShared, careScope, patientId, projectId } from '../src/platform/database/scope.ts'
import { fullRecord } from './full-record.ts'
import { testApp } from './harness.ts'
import { openToPatients } from './row-security.ts'

const app = await testApp()
const { given, send, database, owner } = app
const project = await given.project()
const ana = await given.patient(project)
const full = await fullRecord(app, ana, await given.staff('Nurse', project))

const ofPatients = Object.entries(calls).filter(([, { allow }]) => allow !== 'anyone' && allow.includes('Patient'))
const without = (area: CareArea) => careAreas.filter((other) => other !== area)

describe.each(ofPatients)('%s', (_, call) => {
  const refusal = async (areas: readonly CareArea[]) => {
    const { status, body } = await send(await given.caregiver(ana, areas), call)
    return status === 403 ? body.code : 'let in'
  }
  const { care } = call
  if (care === 'any')
    test('is open to every caregiver', async () => {
      for (const area of careAreas) expect(await refusal([area])).toBe('let in')
    })
  else if (care === 'never')
    test('is the patient’s alone', async () => {
      expect(await refusal(careAreas)).toBe('patient_only')
    })
  else
    test(`takes ${care}, and nothing else`, async () => {
      expect(care).toSatisfy((name: CareArea) => careAreas.includes(name))
      expect(await refusal(without(care as CareArea))).toBe('not_shared')
      expect(await refusal([care as CareArea])).toBe('let in')
    })
})

/**
 * What of the record each table holds: a table that patients read is closed to caregivers until its feature says so in its `retention.ts`.
 */
const areaOf: Record<string, string> = {
  archive_instances: 'images',
  archive_studies: 'images',
  audit_events: 'own',
  ...Object.fromEntries(
    tableRules.flatMap(({ table, patientsSee }) => (patientsSee ? [[table, patientsSee.caregivers]] : [])),
  ),
}
const tables = openToPatients.filter((name) => name in areaOf)

test('every table with rows of a patient says to which area they belong', async () => {
  const named = await owner<{ name: string }>(
    `select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and a.attname in ('patient_id', 'person_id') and c.relname = any($1)
        and has_column_privilege('fornix_app', c.oid, a.attnum, 'select')`,
    [openToPatients],
  )
  expect(named.flatMap(({ name }) => (name in areaOf ? [] : [name]))).toEqual([])
})

const grant = await given.caregiver(ana)
const countIn = (areas: readonly CareArea[] | 'all', table: string) =>
  database.scoped(
    {
      project: projectId(project),
      patient: patientId(ana.id),
      care: areas === 'all' ? allShared : careScope(grant.caregiver, grant.login, areas),
    },
    async (db) =>
      (await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(db)).rows[0]
        ?.count ?? 0,
  )
const emptyHere = [
  'archive_instances',
  'archive_studies',
  'drafts',
  'email_changes',
  'fresh_proofs',
  'idempotency_keys',
  'record_merges',
]

describe.each(tables)('a caregiver’s transaction holds of %s', (table) => {
  const area = careAreas.find((one) => one === areaOf[table])
  test('what was shared', async () => {
    const ofPatient = await countIn('all', table)
    if (!emptyHere.includes(table)) expect(ofPatient).toBeGreaterThan(0)
    if (area && table !== 'files') expect(await countIn([area], table)).toBe(ofPatient)
    if (areaOf[table] === 'record') expect(await countIn([], table)).toBe(ofPatient)
  })
  if (area)
    test('and nothing without it', async () => {
      if (table !== 'files') expect(await countIn(without(area), table)).toBe(0)
    })
  if (areaOf[table] === 'patient')
    test('nothing, whatever was shared', async () => {
      expect(await countIn(careAreas, table)).toBe(0)
    })
})

test('files go by their kind', async () => {
  const kindsIn = (areas: readonly CareArea[]) =>
    database.scoped(
      {
        project: projectId(project),
        patient: patientId(ana.id),
        care: careScope(grant.caregiver, grant.login, areas),
      },
      async (db) =>
        (await db.selectFrom('files').select('kind').distinct().orderBy('kind').execute()).map(({ kind }) => kind),
    )
  expect(await kindsIn(['visits'])).toEqual(['authorization_form'])
  expect(await kindsIn(['files'])).toEqual(['document'])
  expect(await kindsIn(['images'])).toEqual([])
  expect(await kindsIn(['money'])).toEqual(['reimbursement'])
})

test('the own grant and the own acts are all that a caregiver sees of grants and of the trail', async () => {
  await given.caregiver(ana)
  expect(await countIn(careAreas, 'caregivers')).toBe(1)
  expect(await countIn('all', 'caregivers')).toBeGreaterThan(2)
  expect(await countIn(careAreas, 'audit_events')).toBe(0)
  expect(full.formId).not.toBe('')
})

test.each(['visits; drop table patients', `${ana.id}' or true`])('no area is written into a statement: %j', (text) => {
  expect(() => careScope(text, ana.login, careAreas)).toThrow()
  expect(careScope(ana.id, ana.login, [text as CareArea])).toBe(`${ana.id} ${ana.login}`)
})
