import { listPatients, updatePatient } from '@fornix/contract'
import { expect, test } from 'vitest'
import { addFindable } from '../../../test/findable.ts'
import { testApp } from '../../../test/harness.ts'
import { reindexStale } from '../../clinic/records/reindex-patients.ts'

const app = await testApp()
const { given, as, owner, database } = app
const nora = await given.staff('Nurse')
const people = await addFindable(app, nora.project, [
  { first_name: 'Ana', last_name: 'Rivera', mobile_number: '6175550142', dob: '1986-04-17', mrn_number: 'MRN-10023' },
  { first_name: 'Ben', last_name: 'Okafor', mobile_number: '2125557788', dob: '1912-03-04' },
  { first_name: 'Christina', last_name: 'Smith', mobile_number: '3125550142', dob: '1986-12-05' },
  { first_name: 'Kay', last_name: 'Rivers', mobile_number: '6175559000', dob: '2012-03-04' },
])
const ana = people.get('Rivera')!

const search = async (searchQuery: string, more: object = {}) => {
  const { patients, total, alike } = await as(nora).call(listPatients, { query: { searchQuery, ...more } })
  expect(total).toBe(patients.length)
  return { names: patients.map(({ first_name }) => first_name), alike }
}

test.each([
  ['(617) 555-0142', ['Ana']],
  ['617.555.0142', ['Ana']],
  ['+1 617 555 0142', ['Ana']],
  ['16175550142', ['Ana']],
  ['6175550142', ['Ana']],
  ['617', ['Ana', 'Kay']],
  ['617 555', ['Ana', 'Kay']],
  ['1 617 5550', ['Ana']],
  ['5550142', ['Ana', 'Christina']],
  ['555-0142', ['Ana', 'Christina']],
  ['0142', ['Ana', 'Christina']],
  ['rivera 0142', ['Ana']],
  ['0142 smith', ['Christina']],
  ['142', []],
  ['555', []],
  ['617 555 9999', []],
])('the phone number %j finds %j', async (query, names) => {
  expect((await search(query)).names).toEqual(names)
})

test.each([
  ['04-17-1986', ['Ana']],
  ['4/17/86', ['Ana']],
  ['4.17.1986', ['Ana']],
  ['04171986', ['Ana']],
  ['1986-04-17', ['Ana']],
  ['17 Apr 1986', ['Ana']],
  ['17. april 1986', []],
  ['April 17, 1986', ['Ana']],
  ['apr 17th 86', ['Ana']],
  ['17/4/1986', ['Ana']],
  ['12/5/1986', ['Christina']],
  ['3/4/12', ['Ben', 'Kay']],
  ['rivera 4/17/1986', ['Ana']],
  ['4/17/1986 okafor', []],
  ['1986', ['Ana', 'Christina']],
  ['smith 1986', ['Christina']],
  ['13/32/1986', []],
])('the date of birth %j finds %j', async (query, names) => {
  expect((await search(query)).names).toEqual(names)
})

test.each([
  ['mrn-100', ['Ana']],
  ['10023', ['Ana']],
  [ana.code, ['Ana']],
  [ana.code.slice(2).toLowerCase(), ['Ana']],
  ['riv ana', ['Ana']],
  ['a riv', ['Ana']],
])('the id or the beginnings %j find %j', async (query, names) => {
  expect((await search(query)).names).toEqual(names)
})

test.each([
  ['Kristina', ['Christina']],
  ['Kristina Smyth', ['Christina']],
  ['Okefor', ['Ben']],
  ['ocafor', ['Ben']],
  ['Riveta', ['Ana', 'Kay']],
  ['Ana Riveta', ['Ana']],
  ['Riveta 1986', ['Ana']],
])('where nobody is called %j, %j sound or are spelled alike, and it is said', async (query, names) => {
  expect(await search(query)).toEqual({ names, alike: true })
})

test('whoever is found as typed is not mixed with others, and where nobody is like it nobody comes', async () => {
  expect(await search('Rivera')).toEqual({ names: ['Ana'], alike: false })
  expect(await search('Zebrowski')).toEqual({ names: [], alike: false })
  expect(await search('99999')).toEqual({ names: [], alike: false })
  expect(await search('Kristina', { status: 'Scanned' })).toEqual({ names: [], alike: false })
})

test('nobody of another project is found, by whatever is typed', async () => {
  const stranger = await given.staff('Nurse')
  for (const searchQuery of ['6175550142', '0142', '04-17-1986', 'Rivera', 'Riveta', ana.code]) {
    const { total } = await as(stranger).call(listPatients, { query: { searchQuery } })
    expect(total, searchQuery).toBe(0)
  }
})

test('a new phone number and date of birth are found at once, the old ones no longer', async () => {
  const dora = await given.patient(nora.project, { mobile_number: '4045551212', dob: '1970-01-02' })
  await as(nora).call(updatePatient, {
    body: { _id: dora.id, patient_id: dora.code, mobile_number: '4045553434', dob: '01-03-1970' },
  })
  for (const [query, count] of [
    ['4045551212', 0],
    ['4045553434', 1],
    ['01-02-1970', 0],
    ['01-03-1970', 1],
  ] as const)
    expect((await search(query)).names, query).toHaveLength(count)
})

test('records that an older program wrote are indexed again, once', async () => {
  const old = await given.patient(nora.project, { mobile_number: '8085550199' })
  await owner('delete from patient_words where patient_id = $1 and word like $2', [old.id, '#%'])
  await owner('update patients set words_version = 1 where patient_id = $1', [old.id])
  expect((await search('808 555')).names).toHaveLength(0)

  expect(await reindexStale(database)).toBe(1)

  expect((await search('808 555')).names).toHaveLength(1)
  expect(await reindexStale(database)).toBe(0)
})
