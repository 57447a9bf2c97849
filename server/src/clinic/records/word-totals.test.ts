import { deletePatient, listPatients, restorePatient, updatePatient } from '@fornix/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { wrongSets, wrongTotals } from '../../../test/word-totals.ts'
import { readMigrations } from '../../platform/database/migration-files.ts'
import { patientId, projectId } from '../../platform/database/scope.ts'
import { keepWordSets } from './keep-word-sets.ts'
import { reindexPatient } from './patient-record.ts'

const { given, as, owner, database } = await testApp()
const nora = await given.staff('Nurse')
// Letters that no drawn id has.
const totalOf = async (searchQuery: string) => (await as(nora).call(listPatients, { query: { searchQuery } })).total

test('a patient with several words that begin alike is counted once', async () => {
  const umar = await given.patient(nora.project, {
    first_name: 'Umar',
    last_name: 'Ubair Usman',
    mrn_number: 'UB-77',
  })
  expect([await totalOf('u'), await totalOf('ub'), await totalOf('uba'), await totalOf('ubai')]).toEqual([1, 1, 1, 1])
  expect(await totalOf('ux')).toBe(0)

  await as(nora).call(updatePatient, { body: { _id: umar.id, patient_id: umar.code, last_name: 'Uxair' } })
  expect([await totalOf('u'), await totalOf('uba'), await totalOf('ux')]).toEqual([1, 0, 1])
  expect(await owner(wrongTotals)).toEqual([])
})

test('the totals follow who is deleted and restored', async () => {
  const vera = await given.patient(nora.project, { first_name: 'Vzens', last_name: 'Vzensen' })
  expect(await totalOf('vz')).toBe(1)
  await as(nora).call(deletePatient, { params: { email: vera.code }, body: {} })
  expect(await totalOf('vz')).toBe(0)
  expect(await owner(wrongTotals)).toEqual([])
  await as(await given.staff('Admin', nora.project)).call(restorePatient, { params: { patient_id: vera.code } })
  expect(await totalOf('vz')).toBe(1)
  expect(await owner(wrongTotals)).toEqual([])
})

test('words that come and go in any statement, by many writers at once, are counted', async () => {
  const added = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      given.patient(nora.project, { first_name: `Sunda${'ab'[at % 2]}`, last_name: 'Oz' }),
    ),
  )
  await owner(`delete from patient_words where word like 'sund%' and patient_id = any ($1)`, [
    added.slice(0, 6).map(({ id }) => id),
  ])
  expect(await owner(wrongTotals)).toEqual([])
  expect(await totalOf('sund')).toBe(6)
  await Promise.all(added.map(({ id }) => database.unscoped('make words afresh', (db) => reindexPatient(db, id))))
  await owner(`delete from patient_words where patient_id = $1`, [added[11]?.id])
  expect(await owner(wrongTotals)).toEqual([])
  expect(await totalOf('sund')).toBe(11)
})

test('a patient who gets another name is in other sets, reads none of them, and leaves the scope as it was', async () => {
  for (let n = 0; n < 4; n++) await given.patient(nora.project, { first_name: 'Ojo', last_name: `Ozu${'xq'[n % 2]}` })
  await keepWordSets(database, nora.project, { above: 1 })
  const ojo = await given.patient(nora.project, { first_name: 'Ojo', last_name: 'Ibe' })
  const scope = { project: projectId(nora.project), patient: patientId(ojo.id) }
  const read = await database.scoped(scope, async (db) => {
    await db.updateTable('patients').set({ last_name: 'Ozux', last_key: 'ozux' }).execute()
    await reindexPatient(db, ojo.id)
    const { rows } = await sql`select current_setting('app.patient_id') as patient from (values (1)) v
      where not exists (select from patient_word_sets)`.execute(db)
    return rows
  })
  expect(read).toEqual([{ patient: ojo.id }])
  expect([await owner(wrongSets), await owner(wrongTotals)]).toEqual([[], []])
  expect(await totalOf('ozux')).toBe(3)

  const unscoped = await database.unscoped('a name of a job', async (db) => {
    await db.updateTable('patients').set({ last_key: 'ozuq' }).where('patient_id', '=', ojo.id).execute()
    await sql`delete from patient_words where patient_id = ${ojo.id}`.execute(db)
    return (await sql`select current_setting('app.patient_id', true) as patient`.execute(db)).rows
  })
  expect(unscoped).toEqual([{ patient: null }])
})

test('words of the version before are counted by the migration that fills their place in', async () => {
  await owner('update patient_words set word_before = null')
  expect(await owner(`select patients from patient_word_totals where beginning = 'u' and patients > 0`)).toEqual([])
  const filled = (await readMigrations()).find(({ name }) => name === '0094_word_totals_filled')
  await owner(filled?.text ?? '')
  expect(await totalOf('u')).toBe(1)
  expect(await owner(wrongTotals)).toEqual([])
})
