import { type ListPatientsQuery, listPatients, patientSorts } from '@fornix/contract'
import { expect, test } from 'vitest'
import { keepWordSets } from '../../../server/src/clinic/records/keep-word-sets.ts'
import { patientTerms, patientWords } from '../../../server/src/clinic/records/patient-words.ts'
import { listOf } from '../../../server/src/features/patients/list.ts'
import { openDatabase } from '../../../server/src/platform/database/db.ts'
import { projectId } from '../../../server/src/platform/database/scope.ts'
import { testApp } from '../../../server/test/harness.ts'
import { wrongSets, wrongTotals } from '../../../server/test/word-totals.ts'
import { seedPatients } from './fast.ts'
import { randomFrom } from './random.ts'

const { given, database, owner, url } = await testApp()
const project = await given.project()
await seedPatients(database, { project, count: 3000 })
await owner('analyze patients')
await owner('analyze patient_words')
// Few enough that sets, and sets of sets, are at work among so few.
expect(await keepWordSets(database, project, { above: 60 })).toBeGreaterThan(200)

type Column =
  | '_id'
  | 'email'
  | 'mrn_number'
  | 'last_key'
  | 'first_key'
  | 'email_key'
  | 'status'
  | 'patient_type'
  | 'created_at'
type Patient = Parameters<typeof patientWords>[0] & Record<Column, string>
type Indexed = Patient & { words: string[] }
const everybody = async (of = project) => {
  const rows = await owner<Patient>(
    `select patient_id as _id, code, first_name, last_name, last_key, first_key, email, email_key, mrn_number, mobile_number, dob::text, status,
            patient_type, to_char(created_at, 'YYYYMMDDHH24MISSUS') as created_at
       from patients where project_id = $1 and deleted_at is null`,
    [of],
  )
  return rows.map((row) => ({ ...row, words: patientWords(row) }))
}

const keys = {
  last_name: ['last_key', 'first_key'],
  first_name: ['first_key', 'last_key'],
  email: ['email_key'],
  mrn_number: ['mrn_number'],
  status: ['status', 'last_key', 'first_key'],
  patient_type: ['patient_type', 'last_key', 'first_key'],
  created_at: ['created_at'],
} as const satisfies Record<string, readonly Column[]>
const compare = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

/** The list as anybody would write it who has no database. */
const scan = (patients: Indexed[], query: Partial<ListPatientsQuery>) => {
  const { searchQuery = '', status, patient_type, sort = 'last_name', order = 'asc' } = query
  const terms = patientTerms(searchQuery) ?? []
  const found = patients.filter(
    (patient) =>
      (!status || patient.status === status) &&
      (!patient_type || patient.patient_type === patient_type) &&
      terms.every((ways) => ways.some((way) => way.every((word) => patient.words.some((own) => own.startsWith(word))))),
  )
  const sign = order === 'asc' ? 1 : -1
  return found
    .toSorted((one, other) => {
      if (sort === 'mrn_number' && (one.mrn_number === '') !== (other.mrn_number === ''))
        return one.mrn_number === '' ? 1 : -1
      const columns: Column[] = [...keys[sort], '_id']
      for (const key of columns) {
        const by = compare(one[key], other[key])
        if (by !== 0) return by * sign
      }
      return 0
    })
    .map(({ _id }) => _id)
}

const check = async (patients: Indexed[], query: Partial<ListPatientsQuery>, of = project) => {
  const ids = scan(patients, query)
  const last = Math.max(1, Math.ceil(ids.length / 10))
  for (const page of new Set([1, 2, Math.ceil(last / 2), last - 1, last, last + 1].filter((page) => page > 0))) {
    const asked = listPatients.query.parse({ ...query, page, page_size: 10 })
    const listed = await database.scoped({ project: projectId(of), patient: 'any' }, (db) => listOf(db, asked))
    // Where nobody is found, those alike may be.
    if (ids.length === 0 && listed.alike) continue
    expect(
      { total: listed.total, page: listed.patients.map(({ _id }) => _id) },
      JSON.stringify({ ...query, page }),
    ).toEqual({
      total: ids.length,
      page: ids.slice((page - 1) * 10, page * 10),
    })
  }
}

const random = randomFrom(45)
const beginningOf = (word: string) =>
  word.replace(/^[#<=~]/, '').slice(0, random.between(1, random.oneOf([1, 2, 3, 8])))
const anyQuery = (patients: Indexed[]): Partial<ListPatientsQuery> => ({
  searchQuery: Array.from({ length: random.between(1, 3) }, () =>
    beginningOf(random.oneOf(random.oneOf(patients).words)),
  ).join(' '),
  sort: random.oneOf(patientSorts),
  order: random.oneOf(['asc', 'desc'] as const),
  ...(random.chance(0.15) ? { status: 'Accepted' as const } : {}),
  ...(random.chance(0.15) ? { patient_type: 'Patient' as const } : {}),
})

test('random searches, orders and pages are those of a plain scan', { timeout: 120_000 }, async () => {
  const patients = await everybody()
  const searches = ['m a', '617', 'mrn-1', '617 555', 'p', 'p m', 'p mrn a', '1 6', '', 's', 'z', 'rivera 617']
  for (const searchQuery of searches)
    for (const order of ['asc', 'desc'] as const) await check(patients, { searchQuery, order })
  for (const sort of patientSorts) await check(patients, { sort, order: 'desc', searchQuery: 'p' })
  for (let n = 0; n < 150; n++) await check(patients, anyQuery(patients))
})

test('hits are paged alike, whether few, thousands or most of a project', { timeout: 120_000 }, async () => {
  const large = await given.project()
  const byOwner = openDatabase({ appUrl: url, systemUrl: url })
  await seedPatients(byOwner, { project: large, count: 12_000, skipTriggers: true })
  await byOwner.close()
  const sets = await owner('select distinct beginning from patient_word_sets where project_id = $1', [large])
  expect(sets.length).toBeGreaterThan(20)
  const patients = await everybody(large)
  const orders = [
    ['last_name', 'asc'],
    ['mrn_number', 'desc'],
    ['patient_type', 'desc'],
    ['email', 'asc'],
  ] as const
  // Two orders for each search, in turn: every order meets few, thousands and most.
  for (const [n, searchQuery] of ['p', 'm', 'mrn', 'mrn-1', '617', 'm a', 'j', '6 m', 'smith', 'garcia'].entries())
    for (const [sort, order] of orders.filter((_, at) => (at + 3 * n) % 4 < 2))
      await check(patients, { searchQuery, sort, order }, large)
})

test('sets follow who comes, changes, is deleted and is gone for good', { timeout: 120_000 }, async () => {
  await seedPatients(database, { project, count: 400 })
  await owner(`update patients set deleted_at = now() where project_id = $1 and status = 'Withdrawn'`, [project])
  await owner(`update patients set deleted_at = null where project_id = $1 and number % 5 = 0`, [project])
  await owner(
    `delete from patient_words where patient_id in (select patient_id from patients where project_id = $1 and number % 50 = 7)`,
    [project],
  )
  expect(await owner(wrongSets)).toEqual([])
  expect(await owner(wrongTotals)).toEqual([])
})
