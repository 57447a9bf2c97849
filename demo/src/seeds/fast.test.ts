import { listPatients, patientStatuses, patientTypes } from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import { keepWordSets } from '../../../server/src/clinic/records/keep-word-sets.ts'
import { openDatabase } from '../../../server/src/platform/database/db.ts'
import { testApp } from '../../../server/test/harness.ts'
import { wrongSets, wrongTotals } from '../../../server/test/word-totals.ts'
import { seedPatients } from './fast.ts'

describe('the fast seeder', async () => {
  const { as, given, database, owner, url } = await testApp()
  const project = await given.project()
  const nurse = await given.staff('Nurse', project)
  const progress: number[] = []
  await seedPatients(database, { project, count: 3000, report: (done) => progress.push(done) })
  const list = (query: object) => as(nurse).call(listPatients, { query: { page_size: 10, ...query } })

  test('adds as many patients as asked for, and the counter knows them', async () => {
    const rows = await owner<{ count: string }>('select count(*) from patients where project_id = $1', [project])
    expect(rows[0]?.count).toBe('3000')
    expect((await list({})).total).toBe(3000)
    expect(progress.at(-1)).toBe(3000)
  })

  test('makes every patient findable by a part of name, email and patient id', async () => {
    // As after a seed by command: without statistics the planner expects empty tables.
    await owner('analyze patients')
    await owner('analyze patient_words')
    const rows = await owner<{ code: string; email: string; first_name: string; last_name: string }>(
      'select code, email, first_name, last_name from patients where project_id = $1 order by code limit 25',
      [project],
    )
    for (const { code, email, first_name, last_name } of rows) {
      for (const searchQuery of [code, email, `${last_name} ${first_name}`.toUpperCase()]) {
        const { patients, total } = await list({ searchQuery })
        const isThere = total > 10 || patients.some((patient) => patient.patient_id === code)
        expect(isThere, searchQuery).toBe(true)
      }
    }
  })

  test('finds the beginning that most names share in the order of the list, with the total', async () => {
    for (const order of ['asc', 'desc'] as const) {
      const codes = await owner<{ code: string }>(
        `select code from patients where project_id = $1 order by last_key ${order}, first_key ${order}, patient_id ${order}`,
        [project],
      )
      // All ids begin with a P.
      for (const page of [1, 7, 60]) {
        const { patients, total } = await list({ searchQuery: 'p', order, page })
        expect(total).toBe(codes.length)
        expect(patients.map(({ patient_id }) => patient_id)).toEqual(
          codes.slice((page - 1) * 10, page * 10).map(({ code }) => code),
        )
      }
    }
  })

  test('counts the beginnings of words, with the triggers and without them', async () => {
    const { project: other } = await given.staff('Nurse', await given.project())
    const byOwner = openDatabase({ appUrl: url, systemUrl: url })
    await seedPatients(byOwner, { project: other, count: 300, skipTriggers: true })
    await seedPatients(database, { project: other, count: 20 })
    await keepWordSets(database, other, { above: 30 })
    await seedPatients(byOwner, { project: other, count: 50, skipTriggers: true })
    await byOwner.close()
    expect(await owner(wrongTotals)).toEqual([])
    expect(await owner(wrongSets)).toEqual([])
    expect(await owner('select patients from project_totals where project_id = $1', [other])).toEqual([
      { patients: '370' },
    ])
  })

  test('varies statuses, types, indications and the signs in names', async () => {
    for (const status of patientStatuses) expect((await list({ status })).total, status).toBeGreaterThan(50)
    for (const patient_type of patientTypes) expect((await list({ patient_type })).total).toBeGreaterThan(500)
    const [facts] = await owner<Record<string, number>>(
      `select count(*) filter (where last_name ~ '-')::int as hyphens, count(*) filter (where last_name ~ '''')::int as apostrophes,
              count(*) filter (where first_name || last_name ~ '[^ -~]')::int as accents, count(*) filter (where mrn_number <> '')::int as mrns
         from patients where project_id = $1`,
      [project],
    )
    for (const [what, count] of Object.entries(facts ?? {})) expect(count, what).toBeGreaterThan(20)
  })

  test('adds to what is there without meeting it', async () => {
    await seedPatients(database, { project, count: 500 })
    const rows = await owner<{ emails: number; codes: number }>(
      'select count(distinct email_key)::int as emails, count(distinct code)::int as codes from patients where project_id = $1',
      [project],
    )
    expect(rows[0]).toEqual({ emails: 3500, codes: 3500 })
  })

  test('makes the same people in every project', async () => {
    const other = await given.project()
    await seedPatients(database, { project: other, count: 40 })
    const names = (id: string) =>
      owner(
        'select email, first_name, last_name, status, mrn_number from patients where project_id = $1 order by email limit 5',
        [id],
      )
    const first = await owner(
      `select email, first_name, last_name, status, mrn_number from patients
        where project_id = $1 and email in (select email from patients where project_id = $2) order by email limit 5`,
      [project, other],
    )
    expect(await names(other)).toEqual(first)
  })
})
