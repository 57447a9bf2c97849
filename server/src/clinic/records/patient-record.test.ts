import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { patientId, projectId, staffScope } from '../../platform/database/scope.ts'
import { ageFrom, findPatient, newPatientCode } from './patient-record.ts'

const { given, database, owner } = await testApp()

test('a patient id is short, and without signs that are mistaken for others', () => {
  const codes = Array.from({ length: 500 }, newPatientCode)

  expect(codes.every((code) => /^P-[34679ACDEFGHJKMNPQRTWXY]{6}$/.test(code))).toBe(true)
  expect(new Set(codes).size).toBe(500)
})

test('a new record has its search words and its first status', async () => {
  const ana = await given.patient(undefined, {
    first_name: 'Ana',
    last_name: 'de la Cruz',
    status: 'Other',
    status_comment: 'Self-registered',
  })

  const words = await owner<{ word: string }>('select word from patient_words where patient_id = $1', [ana.id])
  const history = await owner('select status, comment, author from patient_status_history where patient_id = $1', [
    ana.id,
  ])

  expect(words.map(({ word }) => word)).toEqual(
    expect.arrayContaining(['ana', 'de', 'la', 'cruz', ana.code.replace('-', '').toLowerCase()]),
  )
  expect(history).toEqual([{ status: 'Other', comment: 'Self-registered', author: 'Ana de la Cruz' }])
})

test('internal id, patient id and email name the same record, whatever their case', async () => {
  const ana = await given.patient()
  const find = (key: string) => database.scoped(staffScope(projectId(ana.project)), (db) => findPatient(db, key))

  for (const key of [ana.id, ana.code, ana.code.toLowerCase(), ana.email, ana.email.toUpperCase()])
    expect(await find(key)).toEqual({ patient: ana.id, code: ana.code, email: ana.email, name: 'Ana Rivera' })
})

test.each(['', 'Ana', '%', "' or 1=1", 'P-', 'P-7K3QX9X', '@', uuid()])('%j names nobody', async (key) => {
  const ana = await given.patient()

  expect(await database.scoped(staffScope(projectId(ana.project)), (db) => findPatient(db, key))).toBeNull()
})

test('no key reaches into another project, or from one patient to another', async () => {
  const ana = await given.patient()
  const bob = await given.patient(ana.project)
  const elsewhere = projectId(await given.project())
  const asBob = { project: projectId(ana.project), patient: patientId(bob.id) }

  for (const key of [ana.id, ana.code, ana.email]) {
    expect(await database.scoped(staffScope(elsewhere), (db) => findPatient(db, key))).toBeNull()
    expect(await database.scoped(asBob, (db) => findPatient(db, key))).toBeNull()
  }
})

test.each([
  ['2000-06-15', '2026-06-14', 25],
  ['2000-06-15', '2026-06-15', 26],
  ['2004-02-29', '2025-02-28', 20],
  ['2004-02-29', '2025-03-01', 21],
  ['2026-06-15', '2026-06-15', 0],
])('who was born on %s is on %s %i years old', (dob, today, age) => {
  expect(ageFrom(dob, new Date(`${today}T12:00:00Z`))).toBe(age)
})
