import {
  addDays,
  getMyPatientInfo,
  getPatient,
  getPatientInfo,
  getPatientSession,
  keysOf,
  OwnPatient,
  StaffPatient,
  saveProjectSettings,
  setPatientSession,
  siteDay,
  updateMedicalInfo,
  updateMyMedicalInfo,
  updateMyProfile,
  updatePatient,
} from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { expect, test, vi } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { testAddress } from '../../../test/registration-form.ts'

const { given, as, send, owner, database } = await testApp()
const pair = async (fields = {}) => {
  const ana = await given.patient(undefined, { ...testAddress, mrn_number: 'M-0', ...fields })
  return { ana, nora: await given.staff('Nurse', ana.project) }
}
const staffOnly: string[] = keysOf(StaffPatient.shape).filter((name) => !(name in OwnPatient.shape))
/** An echo may hold what a form would refuse, so it has no type. */
const saved = async (...[user, call, args]: Parameters<typeof send>) => {
  const { status, body } = await send(user, call, args)
  expect(status).toBe(200)
  return body
}
const readBy = async (user: Awaited<ReturnType<typeof given.staff>>, key: string) =>
  (await as(user).call(getPatientInfo, { params: { key } })).patient

test('a patient reads the own profile, without what only staff read', async () => {
  const { ana, nora } = await pair({ priority: 'high' })
  const params = { email: ana.email }

  const { patient } = await as(ana).call(getPatient, { params })
  const { patient: again, medicalInformation } = await as(ana).call(getMyPatientInfo, { params })

  expect(patient).toMatchObject({ _id: ana.id, patient_id: ana.code, email: ana.email, version: 1, dob: null })
  expect(again).toEqual(patient)
  expect(Object.keys(patient).filter((name) => staffOnly.includes(name))).toEqual([])
  expect(medicalInformation).toMatchObject({ neck_length: '', age: null })
  expect(await readBy(nora, ana.email)).toMatchObject({ priority: 'high', notes: [] })
})

test('staff read a record by email, patient id or internal id', async () => {
  const { ana, nora } = await pair()

  for (const key of [ana.email, ana.code, ana.id]) expect((await readBy(nora, key))._id).toBe(ana.id)
})

test('a stranger, another project and nobody get the same answer', async () => {
  const { ana } = await pair()
  const bob = await given.patient(ana.project)
  const far = await given.staff('SuperAdmin')
  const withoutId = ({ request_id: _, ...body }: Record<string, unknown>) => body
  const answers = await Promise.all([
    send(bob, getPatient, { params: { email: ana.email } }),
    send(bob, getMyPatientInfo, { params: { email: ana.id } }),
    send(bob, updateMyMedicalInfo, { params: { email: ana.email }, body: { age: -1 } }),
    send(far, getPatientInfo, { params: { key: ana.email } }),
    send(far, getPatientInfo, { params: { key: uuid() } }),
    send(far, updatePatient, { body: { _id: ana.id, first_name: 'Eve' } }),
    send(far, updatePatient, { body: { _id: 'x', first_name: 'Eve' } }),
    send(far, getPatientInfo, { params: { key: 'a\u0000b@x.example' } }),
  ])

  for (const answer of answers) {
    expect(answer.status).toBe(404)
    expect(withoutId(answer.body)).toEqual(withoutId(answers[0]!.body))
  }
})

test('what is told to have failed is not saved, also where the answer cannot be read at the end', async () => {
  const { ana, nora } = await pair()
  await owner('update patients set physician_id = $2 where patient_id = $1', [ana.id, nora.id])
  const { systemQuery } = database
  let reads = 0
  const failing = vi.spyOn(database, 'systemQuery').mockImplementation((text, values) => {
    if (text.startsWith('select code from providers') && ++reads === 2) throw new Error('no connection')
    return systemQuery(text, values)
  })
  const { status } = await send(ana, updateMyProfile, { body: { version: 1, city: 'Salem' } })
  failing.mockRestore()
  expect({ status, reads }).toEqual({ status: 500, reads: 2 })
  expect(await readBy(nora, ana.email)).toMatchObject({ city: 'Boston', version: 1 })
})

test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('nobody is born after today in %s', async (time_zone) => {
  const project = await given.project()
  await as(await given.staff('Admin', project)).call(saveProjectSettings, { body: { time_zone } })
  const ana = await given.patient(project, testAddress)
  const save = (day: string) => {
    const [year, month, date] = day.split('-')
    return send(ana, updateMyProfile, { body: { dob: `${month}-${date}-${year}` } })
  }
  const today = siteDay(new Date(), time_zone)
  expect((await save(today)).status).toBe(200)
  expect(await save(addDays(today, 1))).toMatchObject({
    status: 400,
    body: { fields: { dob: 'This date is in the future' } },
  })
})

test('a patient saves the own contact fields, and is found by the new name', async () => {
  const { ana, nora } = await pair()
  const { patient: editedPatient } = await as(ana).call(getPatient, { params: { email: ana.email } })

  const { patient } = await saved(ana, updateMyProfile, {
    body: { ...editedPatient, last_name: 'de la Cruz', state: 'NY', dob: '06-15-2000', gender: 'Female' },
  })

  expect(patient).toMatchObject({
    last_name: 'de la Cruz',
    state: 'NY',
    dob: '06-15-2000',
    gender: 'Female',
    version: 2,
  })
  expect(patient.age).toBeGreaterThan(24)
  expect(await readBy(nora, ana.id)).toMatchObject(patient)
  expect(
    await owner('select word from patient_words where patient_id = $1 and word in ($2, $3)', [
      ana.id,
      'cruz',
      'rivera',
    ]),
  ).toEqual([{ word: 'cruz' }])
})

test('an edit that changes nothing leaves the version as it is', async () => {
  const { nora, ana } = await pair()
  const editedPatient = await readBy(nora, ana.id)

  expect((await saved(nora, updatePatient, { body: editedPatient })).patient).toEqual(editedPatient)
})

test('a refused field refuses the whole edit', async () => {
  const { ana, nora } = await pair()

  const answer = await send(ana, updateMyProfile, { body: { first_name: 'Anna', status: 'Scanned' } })

  expect(answer).toMatchObject({ status: 403, body: { code: 'field' } })
  expect(await readBy(nora, ana.id)).toMatchObject({ first_name: 'Ana', status: 'Accepted' })
})

test('a stale edit gets the current record instead of overwriting it', async () => {
  const { ana, nora } = await pair()
  const editedPatient = await readBy(nora, ana.id)
  await as(ana).call(updateMyProfile, { body: { city: 'Salem' } })

  const answer = await send(nora, updatePatient, { body: { ...editedPatient, city: 'Lynn' } })

  expect(answer).toMatchObject({ status: 409, body: { code: 'stale', patient: { city: 'Salem', version: 2 } } })
  expect((await readBy(nora, ana.id)).city).toBe('Salem')
})

test('of two edits from the same version one is written', async () => {
  const { ana, nora } = await pair()
  const editedPatient = await readBy(nora, ana.id)

  const answers = await Promise.all(
    ['Lynn', 'Salem', 'Quincy'].map((city) => send(nora, updatePatient, { body: { ...editedPatient, city } })),
  )

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

test('notes keep author and time, and both sides read them in order', async () => {
  const { ana, nora } = await pair()
  const otto = await given.staff('Physician', ana.project)
  const add = async (user: typeof nora, text: string) => {
    const { notes } = await readBy(user, ana.id)
    return (await as(user).call(updatePatient, { body: { _id: ana.id, notes: [...notes, text] } })).patient.notes
  }
  await add(nora, 'First')
  const notes = await add(otto, 'Second')

  expect(notes).toMatchObject([
    { text: 'First', author: 'Nora Lindt' },
    { text: 'Second', author: 'Nora Lindt' },
  ])
  expect(notes[0]?.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const changed = [{ ...notes[0]!, text: 'Never' }, notes[1]!]
  expect((await send(nora, updatePatient, { body: { _id: ana.id, notes: changed } })).status).toBe(403)
})

test('every change of status is kept with its comment and author', async () => {
  const { ana, nora } = await pair()

  await as(nora).call(updatePatient, { body: { _id: ana.id, status: 'On Hold', status_comment: 'Travels' } })
  const { patient } = await as(nora).call(updatePatient, { body: { _id: ana.id, status: 'Screened' } })

  expect(patient.status_history).toMatchObject([
    { status: 'Accepted' },
    { status: 'On Hold', comment: 'Travels', author: 'Nora Lindt' },
    { status: 'Screened', comment: '', author: 'Nora Lindt' },
  ])
})

test('a physician of the project can be chosen, which sets the name for staff and patient', async () => {
  const { ana, nora } = await pair()
  const otto = await given.staff('Physician', ana.project)
  const body = { _id: ana.id, provider_id: otto.code, physician_name: 'Somebody Else' }

  const { patient } = await as(nora).call(updatePatient, { body })
  const { patient: own } = await as(ana).call(getPatient, { params: { email: ana.email } })

  expect(patient).toMatchObject({ provider_id: otto.code, physician_name: 'Nora Lindt' })
  expect(own).toMatchObject({ provider_id: otto.code, physician_name: 'Nora Lindt' })
  expect((await send(ana, updateMyProfile, { body: own })).status).toBe(200)
})

test('the typed name of the one physician who has it is that physician; any other is of nobody here', async () => {
  const { ana, nora } = await pair()
  const otto = await given.staff('Physician', ana.project)
  const save = async (physician_name: string) => {
    const { patient } = await as(nora).call(updatePatient, { body: { _id: ana.id, physician_name } })
    return { provider_id: patient.provider_id, physician_name: patient.physician_name }
  }
  for (const physician_name of ['nora  lindt', 'Dr. Nora Lindt', 'Nora Lindt, M.D.'])
    expect(await save(physician_name)).toEqual({ provider_id: otto.code, physician_name })
  expect(await save('Dr. Far')).toEqual({ provider_id: '', physician_name: 'Dr. Far' })
  await given.staff('Physician', ana.project)
  expect(await save('Nora Lindt')).toEqual({ provider_id: '', physician_name: 'Nora Lindt' })
})

test('a physician who is taken off a patient stays a name, also if a form sends the name along', async () => {
  const { ana, nora } = await pair()
  const otto = await given.staff('Physician', ana.project)
  const save = async (body: { provider_id: string; physician_name?: string }) => {
    const { patient } = await as(nora).call(updatePatient, { body: { _id: ana.id, ...body } })
    return { provider_id: patient.provider_id, physician_name: patient.physician_name }
  }
  await save({ provider_id: otto.code })
  const unlinked = { provider_id: '', physician_name: 'Nora Lindt' }
  expect(await save(unlinked)).toEqual(unlinked)
  await save({ provider_id: otto.code })
  expect(await save({ provider_id: '' })).toEqual({ provider_id: '', physician_name: '' })
})

test('a nurse, a physician of another project and nobody cannot be chosen as physician', async () => {
  const { ana, nora } = await pair()
  const far = await given.staff('Physician')

  for (const provider_id of [nora.code, far.code, far.id, 'S-NOBODY'])
    expect(await send(nora, updatePatient, { body: { _id: ana.id, provider_id } })).toMatchObject({
      status: 400,
      body: { fields: { provider_id: expect.any(String) } },
    })
})

test('a changed email waits for its confirmation', async () => {
  const { ana, nora } = await pair()
  const email = `new-${ana.email}`

  const { patient } = await as(ana).call(updateMyProfile, { body: { email } })
  const bob = await given.patient(ana.project, testAddress)
  const taken = await send(nora, updatePatient, { body: { _id: ana.id, email: bob.email.toUpperCase() } })

  expect(patient).toMatchObject({ email: ana.email, pending_email: email })
  expect(taken).toMatchObject({ status: 409, body: { code: 'email_taken' } })
  expect((await send(nora, getPatientInfo, { params: { key: email } })).status).toBe(404)
})

test('a patient who enters the address of another one is answered as with any: it would tell who else is one', async () => {
  const { ana } = await pair()
  const bob = await given.patient(ana.project, testAddress)
  const answers = await Promise.all(
    [bob.email, 'nobody@nowhere.example'].map((email) => send(ana, updateMyProfile, { body: { email } })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

test('a stale edit shows the record, which leaves a row in the audit trail', async () => {
  const { ana, nora } = await pair()
  const rows = () =>
    owner("select result from audit_events where patient_id = $1 and action = 'refused' and actor_id = $2", [
      ana.id,
      nora.id,
    ])
  const answer = await send(nora, updatePatient, { body: { _id: ana.id, city: 'Salem', version: -1 } })
  expect(answer).toMatchObject({ status: 409, body: { code: 'stale', patient: { patient_id: ana.code } } })
  expect(await rows()).toEqual([{ result: '409 stale' }])
})

test('two living patients of a project do not share an MRN', async () => {
  const { ana } = await pair({ mrn_number: 'M-1' })
  const bob = await given.patient(ana.project, { ...testAddress, mrn_number: 'M-2' })
  const root = await given.staff('SuperAdmin', ana.project)

  const answer = await send(root, updatePatient, { body: { _id: bob.id, mrn_number: 'M-1' } })
  await as(root).call(updatePatient, { body: { _id: bob.id, mrn_number: 'M-3' } })

  expect(answer).toMatchObject({ status: 409, body: { code: 'mrn_taken', fields: { mrn_number: expect.any(String) } } })
  expect((await readBy(root, bob.id)).mrn_number).toBe('M-3')
})

test('medical information is saved by both sides; gender and race are those of the profile', async () => {
  const { ana, nora } = await pair()
  const params = { email: ana.email }
  const { medicalInformation } = await as(ana).call(updateMyMedicalInfo, {
    params,
    body: { neck_length: '12 in', age: 41, gender: 'Other', pregnant_or_nursing: 'N' },
  })

  expect(medicalInformation).toMatchObject({ neck_length: '12 in', age: 41, gender: 'Other', pregnant_or_nursing: 'N' })
  expect(await readBy(nora, ana.id)).toMatchObject({ age: 41, gender: 'Other', version: 2 })
  expect((await send(ana, updateMyMedicalInfo, { params, body: { age: 101 } })).status).toBe(400)
  const elder = await as(nora).call(updateMedicalInfo, { params: { key: ana.code }, body: { age: 101 } })
  expect(elder.medicalInformation.age).toBe(101)
})

test('medical information that somebody else saved meanwhile is not overwritten, whoever saves', async () => {
  const { ana, nora } = await pair()
  const tech = await given.staff('MRI-Tech', ana.project)
  const params = { key: ana.code }
  const clip = 'Aneurysm clip 2019'
  await as(tech).call(updateMedicalInfo, { params, body: { previous_history: clip, base: { previous_history: '' } } })

  const late = { previous_history: 'Knee surgery', base: { previous_history: '' } }
  const refusal = { status: 409, body: { code: 'stale', current: { previous_history: clip } } }
  expect(await send(nora, updateMedicalInfo, { params, body: late })).toMatchObject(refusal)
  expect(await send(ana, updateMyMedicalInfo, { params: { email: ana.email }, body: late })).toMatchObject(refusal)

  const elsewhere = { neck_length: '14 in', base: { neck_length: '' } }
  const { medicalInformation } = await as(nora).call(updateMedicalInfo, { params, body: elsewhere })
  expect(medicalInformation).toMatchObject({ previous_history: clip, neck_length: '14 in' })
  const agreed = { previous_history: clip, base: { previous_history: '' } }
  expect((await send(nora, updateMedicalInfo, { params, body: agreed })).status).toBe(200)
  const both = { previous_history: `${clip}, knee surgery`, base: { previous_history: clip } }
  expect((await send(nora, updateMedicalInfo, { params, body: both })).status).toBe(200)
})

test('a known day of birth decides the age, whatever the medical form shows', async () => {
  const { ana, nora } = await pair({ dob: '1950-01-01', age: 3 })

  const { medicalInformation } = await as(nora).call(updateMedicalInfo, { params: { key: ana.id }, body: { age: 20 } })

  expect(medicalInformation.age).toBe(new Date().getUTCFullYear() - 1950)
})

test('the session remembers which patient, and reads the record afresh', async () => {
  const { ana, nora } = await pair({ last_name: "O'Brien </script> None" })
  expect(await as(nora).call(getPatientSession, {})).toEqual({ patient: '{}' })

  await as(nora).call(setPatientSession, { body: { patient_id: ana.code, first_name: 'Forged', status: 'Scanned' } })
  await as(nora).call(updatePatient, { body: { _id: ana.id, city: 'Salem' } })
  const { patient } = await as(nora).call(getPatientSession, {})

  expect(patient).not.toMatch(/['<>]|None/)
  expect(JSON.parse(patient)).toEqual(await readBy(nora, ana.id))
  expect(JSON.parse(patient)).toMatchObject({ first_name: 'Ana', last_name: "O'Brien </script> None", city: 'Salem' })
})

test('a session neither remembers a stranger nor tells a patient what staff read', async () => {
  const { ana, nora } = await pair()
  const bob = await given.patient(ana.project)
  const far = await given.patient()

  expect((await send(ana, setPatientSession, { body: { _id: bob.id } })).status).toBe(404)
  expect((await send(nora, setPatientSession, { body: { _id: far.id } })).status).toBe(404)
  expect((await send(nora, setPatientSession, { body: {} })).status).toBe(400)
  expect((await send(nora, setPatientSession, { body: { _id: ana.id, more: 'x'.repeat(17_000) } })).status).toBe(413)
  const own = JSON.parse((await as(ana).call(getPatientSession, {})).patient)
  expect(own._id).toBe(ana.id)
  expect(Object.keys(own).filter((name) => staffOnly.includes(name))).toEqual([])
})

test('staff who touch a record are noted with the patient they touched', async () => {
  const { ana, nora } = await pair()

  await readBy(nora, ana.id)
  await as(nora).call(updatePatient, { body: { email: ana.email, city: 'Salem' } })
  await as(nora).call(setPatientSession, { body: { _id: ana.id } })
  await as(nora).call(getPatientSession, {})

  const rows = await owner<{ action: string }>(
    'select action from audit_events where patient_id = $1 and actor_id = $2 order by event_id',
    [ana.id, nora.id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['patient.read', 'patient.update', 'patient.focus', 'patient.read'])
})
