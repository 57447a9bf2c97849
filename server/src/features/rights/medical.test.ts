import {
  bookMyAppointment,
  exportPatients,
  getAuditLog,
  getDaySheet,
  getMyPatientInfo,
  getPatientInfo,
  getPatientSession,
  getPatientSummary,
  listPatients,
  type Right,
  saveRights,
  setPatientSession,
  updateMyMedicalInfo,
  updatePatient,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { type TestUser, testApp } from '../../../test/harness.ts'
import { visitDay as day } from '../../../test/visits.ts'

const { as, given, send, owner } = await testApp()

const setting = async (withheld: Right[] = ['see_medical']) => {
  const ana = await given.patient()
  const [nora, admin] = [await given.staff('Nurse', ana.project), await given.staff('Admin', ana.project)]
  await as(admin).call(updatePatient, { body: { _id: ana.id, indication: ['Stroke'] } })
  const body = { previous_history: 'Pacemaker since 2019' }
  await as(ana).call(updateMyMedicalInfo, { params: { email: ana.email }, body })
  await as(ana).call(bookMyAppointment, { body: { start: `${day}T15:30:00Z` } })
  await as(admin).call(saveRights, { body: { withheld: { Nurse: withheld }, two_person_amount: null } })
  return { ana, nora, admin }
}

const answersTo = async (user: TestUser, ana: TestUser) => {
  const params = { key: ana.code }
  await as(user).call(setPatientSession, { body: { patient_id: ana.code } })
  const exported = await send(user, exportPatients, { query: { columns: 'patient_id,indication', reason: 'Report' } })
  return {
    record: await as(user).call(getPatientInfo, { params }),
    list: await as(user).call(listPatients, { query: {} }),
    summary: await as(user).call(getPatientSummary, { params }),
    session: await as(user).call(getPatientSession, {}),
    sheet: await as(user).call(getDaySheet, { query: { date: day } }),
    saved: await as(user).call(updatePatient, { body: { _id: ana.id, city: 'Boston' } }),
    exported: exported.bytes.toString(),
  }
}

test('no response shows medical information to a role from which it is withheld, and each says so', async () => {
  const { ana, nora, admin } = await setting()
  const answers = await answersTo(nora, ana)
  expect(JSON.stringify(answers)).not.toMatch(/Stroke|Pacemaker|Indication/)
  expect(answers.record).toMatchObject({ medicalInformation: null, patient: { patient_id: ana.code, indication: [] } })
  expect(answers.list.medical_hidden).toBe(true)
  expect(answers.summary.missing).toBeNull()
  expect(answers.sheet).toMatchObject({
    // Whether a patient may be scanned is only a word, and everybody at the scanner has to know it.
    appointments: [{ screening: { state: 'not_asked', alerts: [] }, missing: null, attention: [] }],
  })
  const { entries } = await as(admin).call(getAuditLog, { query: { kind: 'exports' } })
  expect(entries[0]?.item).toBe('1 patients: Patient Id. Reason: Report')
})

test('everybody else sees it as before, and the patient always does', async () => {
  const { ana, nora, admin } = await setting(['export'])
  await as(admin).call(saveRights, { body: { withheld: { Physician: ['see_medical'] }, two_person_amount: null } })
  for (const user of [nora, admin]) {
    const { record, list, sheet, exported, session } = await answersTo(user, ana)
    expect(record).toMatchObject({
      medicalInformation: { previous_history: 'Pacemaker since 2019' },
      patient: { indication: ['Stroke'] },
    })
    expect(list.medical_hidden).toBe(false)
    expect(list.patients[0]?.indication).toEqual(['Stroke'])
    expect(sheet.appointments[0]?.attention).toHaveLength(1)
    expect(exported + session.patient).toMatch(/Stroke.*Stroke/s)
  }
  const own = await as(ana).call(getMyPatientInfo, { params: { email: ana.email } })
  expect(own.medicalInformation.previous_history).toBe('Pacemaker since 2019')
})

test('whoever does not see the indication does not change it: an echo of nothing leaves it, anything else is refused', async () => {
  const { ana, nora } = await setting()
  const { patient } = await as(nora).call(getPatientInfo, { params: { key: ana.code } })
  await as(nora).call(updatePatient, { body: { ...patient, city: 'Quincy' } })
  const kept = () => owner('select indication, city from patients where patient_id = $1', [ana.id])
  expect(await kept()).toEqual([{ indication: ['Stroke'], city: 'Quincy' }])

  const answer = await send(nora, updatePatient, { body: { _id: ana.id, indication: ['AVM'], city: 'Salem' } })
  expect(answer).toMatchObject({ status: 403, body: { code: 'field' } })
  expect(await kept()).toEqual([{ indication: ['Stroke'], city: 'Quincy' }])
})
