import {
  addDays,
  addMyReimbursement,
  addReimbursement,
  listMyReimbursements,
  saveProjectSettings,
  siteDay,
  updateReimbursement,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { smallPdf, type TestUser } from '../../../test/given.ts'
import { testClinic } from '../../../test/test-clinic.ts'

const { as, send, given, owner, project, nurse } = await testClinic()
const file = { name: 'taxi.pdf', bytes: smallPdf() }
const good = { amount: '48', description: 'Taxi' }
const add = (patient: TestUser, expense_date?: string) =>
  send(
    patient,
    addMyReimbursement,
    { body: { ...good, ...(expense_date !== undefined && { expense_date }) } },
    { file },
  )
const claimOf = async (patient: TestUser) =>
  (await as(patient).call(listMyReimbursements, { params: { key: patient.email } })).reimbursements[0]!

test.each([
  ['3/9/2026', '2026-03-09'],
  ['March 9, 2026', '2026-03-09'],
  ['9 Mar 26', '2026-03-09'],
  ['9 de agosto de 2025', '2025-08-09'],
  ['9 ene. 2026', '2026-01-09'],
  ['2026-03-09', '2026-03-09'],
  ['', null],
  [undefined, null],
])('the day of the expense as %s', async (typed, day) => {
  const patient = await given.patient(project)
  expect((await add(patient, typed)).status).toBe(200)
  expect(await claimOf(patient)).toMatchObject({ expense_date: day })
})

test.each([
  ['2/30/2026', 'Please write a date with month, day, and year, such as 11/21/2026'],
  ['last week', 'Please write a date with month, day, and year, such as 11/21/2026'],
  ['11/21', 'Please write a date with month, day, and year, such as 11/21/2026'],
  ['1/1/2099', 'This date is in the future'],
  ['1/1/1026', 'Please check the year'],
])('%s is refused beside its field, and nothing is kept', async (typed, sentence) => {
  const patient = await given.patient(project)
  expect(await add(patient, typed)).toMatchObject({ status: 400, body: { fields: { expense_date: sentence } } })
  expect(await owner('select from files where patient_id = $1', [patient.id])).toEqual([])
})

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('the future begins after today in %s', async (time_zone) => {
  const there = await given.project()
  const admin = await given.staff('Admin', there)
  await as(admin).call(saveProjectSettings, { body: { time_zone } })
  const patient = await given.patient(there)
  const today = siteDay(new Date(), time_zone)
  expect((await add(patient, today)).status).toBe(200)
  expect(await add(patient, addDays(today, 1))).toMatchObject({
    status: 400,
    body: { fields: { expense_date: 'This date is in the future' } },
  })
})

test('staff give it with a new request, correct it and clear it; left out it stays', async () => {
  const patient = await given.patient(project)
  await as(nurse).call(
    addReimbursement,
    { body: { ...good, category: 'Food', email: patient.email, expense_date: '3/9/2026' } },
    { file },
  )
  const { id } = await claimOf(patient)
  const change = async (body: object) => send(nurse, updateReimbursement, { params: { id }, body })
  const dayAfter = async (body: object) => (await change(body)).body.reimbursement?.expense_date
  expect(await dayAfter({ description: 'Bus' })).toBe('2026-03-09')
  expect(await dayAfter({ expense_date: '3/8/2026' })).toBe('2026-03-08')
  expect(await change({ expense_date: addDays(siteDay(new Date(), 'America/New_York'), 1) })).toMatchObject({
    status: 400,
    body: { fields: { expense_date: 'This date is in the future' } },
  })
  expect(await dayAfter({ expense_date: '' })).toBe(null)
})
