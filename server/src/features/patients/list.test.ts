import {
  addDays,
  countPatients,
  dayMs,
  deletePatient,
  getPatientInfo,
  listPatients,
  restorePatient,
  siteDay,
  updatePatient,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { addFindable } from '../../../test/findable.ts'
import { testApp } from '../../../test/harness.ts'

const app = await testApp()
const { given, as, send, owner } = app
const nora = await given.staff('Nurse')
const added = await addFindable(app, nora.project, [
  { first_name: 'Ana', last_name: 'de la Cruz', status: 'Scanned', mrn_number: 'MRN-0042 B' },
  { first_name: 'Łukasz', last_name: 'Müller', patient_type: 'Patient' },
  { first_name: 'Søren', last_name: "O'Brien-Łukasz", email: 'first.last@mail.example' },
  { first_name: 'Anna', last_name: 'Crusoe', status: 'Scanned', patient_type: 'Patient' },
  { first_name: '100%', last_name: '_Under_' },
])
await given.patient(undefined, { first_name: 'Ana', last_name: 'Cruz' })

const find = async (searchQuery: string, more: object = {}) => {
  const { patients, total } = await as(nora).call(listPatients, { query: { searchQuery, ...more } })
  expect(total).toBe(patients.length)
  return patients.map(({ last_name }) => last_name)
}

test('everybody of the project comes by last name, then first name, with the total', async () => {
  const list = await as(nora).call(listPatients, { query: {} })

  expect(list.patients.map(({ last_name }) => last_name)).toEqual([
    '_Under_',
    'Crusoe',
    'de la Cruz',
    'Müller',
    "O'Brien-Łukasz",
  ])
  expect(list).toMatchObject({ total: 5, total_pages: 1 })
})

test.each([
  ['cruz', ['de la Cruz']],
  ['CRU', ['Crusoe', 'de la Cruz']],
  ['  an   cru ', ['Crusoe', 'de la Cruz']],
  ['ana cru', ['de la Cruz']],
  ['cruz ana', ['de la Cruz']],
  ['lukasz', ['Müller', "O'Brien-Łukasz"]],
  ['ŁUKASZ', ['Müller', "O'Brien-Łukasz"]],
  ['muller', ['Müller']],
  ["o'brien", ["O'Brien-Łukasz"]],
  ['obrien', ["O'Brien-Łukasz"]],
  ['brien-lukasz', ["O'Brien-Łukasz"]],
  ['soren', ["O'Brien-Łukasz"]],
  ['ruz', []],
  ['uller', []],
  ['first.last@ma', ["O'Brien-Łukasz"]],
  ['FIRST', ["O'Brien-Łukasz"]],
  ['mail.example', []],
  ['mrn-00', ['de la Cruz']],
  ['MRN-0042 B', ['de la Cruz']],
  ['%', []],
  ['_', []],
  ["'", []],
  ['"', []],
  ['🧠', []],
  ['100%', ['_Under_']],
  ['_under', ['_Under_']],
  ["' or 1=1 --", []],
  ['\\', []],
])('the search %j finds %j', async (searchQuery, found) => {
  expect(await find(searchQuery)).toEqual(found)
})

test('a patient id or its beginning finds its patient', async () => {
  const { code } = added.get('Müller')!

  expect(await find(code)).toEqual(['Müller'])
  expect(await find(code.toLowerCase().slice(0, 7))).toContain('Müller')
})

test('status and type narrow the list, with and without a search', async () => {
  expect(await find('', { status: 'Scanned' })).toEqual(['Crusoe', 'de la Cruz'])
  expect(await find('', { status: 'Scanned', patient_type: 'Patient' })).toEqual(['Crusoe'])
  expect(await find('cru', { patient_type: 'Volunteer' })).toEqual(['de la Cruz'])
})

const sorted = async (query: object) =>
  (await as(nora).call(listPatients, { query })).patients.map(({ last_name }) => last_name)

test.each([
  ['last_name', ['_Under_', 'Crusoe', 'de la Cruz', 'Müller', "O'Brien-Łukasz"]],
  ['first_name', ['_Under_', 'de la Cruz', 'Crusoe', 'Müller', "O'Brien-Łukasz"]],
  ['created_at', ['de la Cruz', 'Müller', "O'Brien-Łukasz", 'Crusoe', '_Under_']],
  ['status', ['_Under_', 'Müller', "O'Brien-Łukasz", 'Crusoe', 'de la Cruz']],
  ['patient_type', ['Crusoe', 'Müller', '_Under_', 'de la Cruz', "O'Brien-Łukasz"]],
])('the list by %s, and the other way round', async (sort, names) => {
  expect(await sorted({ sort })).toEqual(names)
  expect(await sorted({ sort, order: 'desc' })).toEqual(names.toReversed())
})

test('who has no MRN comes last, whichever way the numbers run, also in a search', async () => {
  const otto = await given.staff('Physician')
  for (const mrn_number of ['', 'B2', 'A1']) await given.patient(otto.project, { mrn_number })
  const numbers = async (query: object) =>
    (await as(otto).call(listPatients, { query: { sort: 'mrn_number', ...query } })).patients.map(
      (patient) => patient.mrn_number,
    )

  for (const searchQuery of ['', 'rivera']) {
    expect(await numbers({ searchQuery })).toEqual(['A1', 'B2', ''])
    expect(await numbers({ searchQuery, order: 'desc' })).toEqual(['B2', 'A1', ''])
  }
})

test('a filter counts what it lets through, and a search is sorted too', async () => {
  expect(await sorted({ status: 'Scanned', sort: 'first_name' })).toEqual(['de la Cruz', 'Crusoe'])
  expect(await sorted({ searchQuery: 'cru', sort: 'created_at', order: 'desc' })).toEqual(['Crusoe', 'de la Cruz'])
  const { total } = await as(nora).call(listPatients, { query: { status: 'Accepted', patient_type: 'Volunteer' } })
  expect(total).toBe(2)
})

test('pages follow each other, and a page past the end is empty but knows the total', async () => {
  const otto = await given.staff('Physician')
  for (let n = 0; n < 12; n++) await given.patient(otto.project, { last_name: `Page${String(n).padStart(2, '0')}` })
  const page = (number: number, searchQuery = '') =>
    as(otto).call(listPatients, { query: { page: number, page_size: 10, searchQuery } })

  for (const search of ['', 'page']) {
    expect((await page(1, search)).patients.at(-1)?.last_name).toBe('Page09')
    expect((await page(2, search)).patients.map(({ last_name }) => last_name)).toEqual(['Page10', 'Page11'])
    expect(await page(3, search)).toEqual({
      patients: [],
      total: 12,
      total_pages: 2,
      alike: false,
      medical_hidden: false,
    })
    expect(await page(1_000_000, search)).toEqual({
      patients: [],
      total: 12,
      total_pages: 2,
      alike: false,
      medical_hidden: false,
    })
  }
})

test('a project without patients has one empty page', async () => {
  const alone = await given.staff('Nurse')

  expect(await as(alone).call(listPatients, { query: {} })).toEqual({
    patients: [],
    total: 0,
    total_pages: 1,
    alike: false,
    medical_hidden: false,
  })
})

test.each([
  { page_size: '7' },
  { page_size: '1e9' },
  { page: '0' },
  { page: 'x' },
  { page: '99999999999' },
  { status: 'Gone' },
  { patient_type: 'Gone' },
  { sort: 'patient_id' },
  { sort: 'last_name; drop table patients' },
  { order: 'up' },
  { deleted: 'maybe' },
])('the query %j is refused', async (query) => {
  expect((await send(nora, listPatients, { query })).status).toBe(400)
})

test('a deleted patient is in no list and in no total', async () => {
  const otto = await given.staff('Physician')
  const gone = await given.patient(otto.project, { last_name: 'Gone' })
  await given.patient(otto.project, { last_name: 'Here' })
  await owner('update patients set deleted_at = now() where patient_id = $1', [gone.id])
  const total = async (searchQuery: string) => (await as(otto).call(listPatients, { query: { searchQuery } })).total

  expect([await total(''), await total('gone'), await total('here')]).toEqual([1, 0, 1])
})

test('a search follows a changed name, a deletion and a return', async () => {
  const project = await given.project()
  const nurse = await given.staff('Nurse', project)
  const zoe = await given.patient(project, { first_name: 'Zoe', last_name: 'Zimmer' })
  await given.patient(project, { first_name: 'Zora', last_name: 'Young' })
  const found = async () =>
    (await as(nurse).call(listPatients, { query: { searchQuery: 'zo' } })).patients.map(({ last_name }) => last_name)

  expect(await found()).toEqual(['Young', 'Zimmer'])
  await as(nurse).call(updatePatient, { body: { _id: zoe.id, last_name: 'Abel' } })
  expect(await found()).toEqual(['Abel', 'Young'])
  await as(nurse).call(deletePatient, { params: { email: zoe.email }, body: {} })
  expect(await found()).toEqual(['Young'])
  await as(await given.staff('Admin', project)).call(restorePatient, { params: { patient_id: zoe.code } })
  expect(await found()).toEqual(['Abel', 'Young'])
})

test('patients are counted by status, of one type or of all; neither the deleted nor those of other projects', async () => {
  const nurse = await given.staff('Nurse')
  await given.patient(nurse.project, { status: 'Scanned', patient_type: 'Patient' })
  await given.patient(nurse.project, { status: 'Scanned', patient_type: 'Volunteer' })
  await given.patient(nurse.project, { status: 'On Hold', patient_type: 'Volunteer' })
  const gone = await given.patient(nurse.project, { status: 'On Hold' })
  await as(nurse).call(deletePatient, { params: { email: gone.code }, body: {} })
  await given.patient((await given.staff('Nurse')).project, { status: 'Scanned' })
  const counts = async (query: { patient_type?: 'Patient' } = {}) =>
    Object.fromEntries(
      (await as(nurse).call(countPatients, { query })).statuses.map(({ status, patients }) => [status, patients]),
    )

  expect(await counts()).toEqual({ Scanned: 2, 'On Hold': 1 })
  expect(await counts({ patient_type: 'Patient' })).toEqual({ Scanned: 1 })
})

test('people who share a name are marked, in the list and in the record; the deleted and those of other projects are none', async () => {
  const nurse = await given.staff('Nurse')
  const add = (first_name: string, last_name: string, project = nurse.project) =>
    given.patient(project, { first_name, last_name })
  const marked = async () => {
    const { patients } = await as(nurse).call(listPatients, { query: {} })
    for (const { patient_id, has_namesake } of patients) {
      const record = await as(nurse).call(getPatientInfo, { params: { key: patient_id } })
      expect(record.has_namesake, patient_id).toBe(has_namesake)
    }
    return patients.flatMap((row) => (row.has_namesake ? [`${row.first_name} ${row.last_name}`] : []))
  }
  const first = await add('Ana', 'Müller')
  await add('Anna', 'Müller')
  await add('Ana', 'Müller', (await given.staff('Nurse')).project)
  expect(await marked()).toEqual([])

  await add('ANA', 'Muller')
  expect(await marked()).toEqual(expect.arrayContaining(['ANA Muller', 'Ana Müller']))

  await as(nurse).call(deletePatient, { params: { email: first.code }, body: {} })
  expect(await marked()).toEqual([])
})

test('patients do not list patients', async () => {
  expect((await send(added.get('Müller')!, listPatients, { query: {} })).status).toBe(403)
})

// At any moment, one of the two has a date different from Greenwich.
test.each(['Pacific/Kiritimati', 'Etc/GMT+12'])(
  'a patient is a year older from the birthday on in %s',
  async (zone) => {
    const nurse = await given.staff('Nurse')
    await owner('update projects set time_zone = $1 where project_id = $2', [zone, nurse.project])
    const bornFrom = (day: string) => `${Number(day.slice(0, 4)) - 40}${day.slice(4)}`
    const today = siteDay(new Date(), zone)
    await given.patient(nurse.project, { last_name: 'A', dob: bornFrom(today) })
    await given.patient(nurse.project, { last_name: 'B', dob: bornFrom(addDays(today, 1)) })
    const { patients } = await as(nurse).call(listPatients, { query: {} })
    expect(patients.map(({ age }) => age)).toEqual([40, 39])
    const ages = patients.map(async ({ patient_id }) => {
      const { patient, medicalInformation } = await as(nurse).call(getPatientInfo, { params: { key: patient_id } })
      return [patient.age, medicalInformation?.age]
    })
    expect(await Promise.all(ages)).toEqual([
      [40, 40],
      [39, 39],
    ])
  },
)

test('a row tells date of birth, age and gender as the record does, and that nobody knows them', async () => {
  const { project } = await given.staff('Nurse')
  const nurse = await given.staff('Nurse', project)
  const yesterday = new Date(Date.now() - dayMs)
  const birthday = new Date(yesterday.setUTCFullYear(yesterday.getUTCFullYear() - 40)).toISOString().slice(0, 10)
  await given.patient(project, { last_name: 'A', dob: birthday, gender: 'Female' })
  await given.patient(project, { last_name: 'B', dob: '1986-12-31' })
  await given.patient(project, { last_name: 'C' })
  await given.patient(project, { last_name: 'D', age: 55 })
  const { patients } = await as(nurse).call(listPatients, { query: {} })
  for (const { patient_id, dob, age, gender } of patients) {
    const { patient } = await as(nurse).call(getPatientInfo, { params: { key: patient_id } })
    expect({ dob, age, gender }).toEqual({ dob: patient.dob, age: patient.age, gender: patient.gender })
  }
  expect(patients.map(({ age }) => age)).toEqual([40, expect.any(Number), null, 55])
  expect(patients[2]).toMatchObject({ dob: null, gender: '' })
})
