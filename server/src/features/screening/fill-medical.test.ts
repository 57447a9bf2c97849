import {
  bookMyAppointment,
  getAccessLog,
  getDaySheet,
  getPatientInfo,
  getScreening,
  questionnaireVersion,
  type ScreeningAnswers,
  submitMyScreening,
  updateMedicalInfo,
} from '@fornix/contract'
import { calmAnswers } from '@fornix/demo/seeds/demo/screening-answers.ts'
import { expect, test } from 'vitest'
import { type TestUser, testApp } from '../../../test/harness.ts'

const { given, as, owner } = await testApp()

const answer = (ana: TestUser, answers: ScreeningAnswers) =>
  as(ana).call(submitMyScreening, { params: { key: ana.code }, body: { version: questionnaireVersion, answers } })
const setting = async () => {
  const ana = await given.patient(undefined, { gender: 'Female', dob: '1986-04-17' })
  return { ana, nora: await given.staff('Physician', ana.project) }
}

test('empty fields of the medical information are filled where they mean the same; what somebody wrote stays', async () => {
  const { ana, nora } = await setting()
  await answer(
    ana,
    calmAnswers({ aneurysm_clip: 'yes', aneurysm_clip_which: 'Yasargil', aneurysm_clip_card: 'no', pregnant: 'yes' }),
  )
  const params = { key: ana.code }
  expect((await as(nora).call(getPatientInfo, { params })).medicalInformation).toMatchObject({
    pregnant_or_nursing: 'Y',
    previous_history: 'Aneurysm clip: Yes (Which: Yasargil; Implant card: No)',
  })
  await as(nora).call(updateMedicalInfo, { params, body: { previous_history: 'Migraine', pregnant_or_nursing: '' } })
  // A no only to pregnancy does not answer nursing.
  await answer(ana, calmAnswers({ shrapnel: 'yes', shrapnel_where: 'Left hand' }))
  expect((await as(nora).call(getPatientInfo, { params })).medicalInformation).toMatchObject({
    pregnant_or_nursing: '',
    previous_history: 'Migraine',
  })

  const rows = await owner<{ object_id: string }>(
    `select object_id from audit_events where action = 'screening.fill_medical' and patient_id = $1`,
    [ana.id],
  )
  expect(rows).toEqual([{ object_id: 'pregnant_or_nursing, previous_history' }])
  const { entries } = await as(ana).call(getAccessLog, { query: { own: 'true' } })
  expect(entries.map(({ what }) => what)).toContain('Copied your MRI safety answers to your medical information')
})

const medicalAfter = async (ana: TestUser, ...questionnaires: Record<string, string>[]) => {
  for (const answers of questionnaires) await answer(ana, calmAnswers(answers))
  const [medical] = await owner<{ pregnant_or_nursing: string; previous_history: string }>(
    'select pregnant_or_nursing, previous_history from patients where patient_id = $1',
    [ana.id],
  )
  return { pregnant: medical?.pregnant_or_nursing, history: medical?.previous_history.split('\n') }
}
const shrapnel = (where: string) => ({ shrapnel: 'yes', shrapnel_where: where })
const pacemaker = { pacemaker: 'yes', pacemaker_which: 'Azure', pacemaker_card: 'no' }
const surgery = { surgery: 'yes', surgery_which: 'Knee, last week' }

const dayless = (line: string) => line.replace(/, answered [A-Z][a-z]{2} \d{1,2}, \d{4}$/, ', answered that day')

test('an answer that differs is added with its day, beside what was reported before; the same answer adds nothing', async () => {
  const { ana } = await setting()
  const answers = [{ ...shrapnel('Left hand'), ...pacemaker }, { ...shrapnel('Right foot'), ...surgery }, {}]
  expect((await medicalAfter(ana, ...answers)).history?.map(dayless)).toEqual([
    'Pacemaker or ICD: Yes (Which: Azure; Implant card: No)',
    'Bullet or shrapnel: Yes (Where: Left hand)',
    'Bullet or shrapnel: Yes (Where: Right foot), answered that day',
    'Surgery in the last 6 weeks: Yes (Which: Knee, last week)',
  ])
  const { history } = await medicalAfter(ana)
  expect((await medicalAfter(ana, shrapnel('Right foot'), { ...shrapnel('Left hand'), ...pacemaker })).history).toEqual(
    history,
  )
})

test('“not sure” does not take a yes away, neither from the history nor from the day sheet', async () => {
  const { ana, nora } = await setting()
  const yes = 'Pacemaker or ICD: Yes (Which: Azure; Implant card: No)'
  const unsure = 'Pacemaker or ICD: Not sure (Which: I do not know; Implant card: No)'
  const vague = { ...pacemaker, pacemaker: 'unsure', pacemaker_which: 'I do not know' }
  expect((await medicalAfter(ana, pacemaker, vague)).history?.map(dayless)).toEqual([
    yes,
    `${unsure}, answered that day`,
  ])
  const start = (await as(ana).call(bookMyAppointment, { body: { start: '2032-03-10T16:00:00Z' } })).appointment.start
  const { appointments } = await as(nora).call(getDaySheet, { query: { date: start.slice(0, 10) } })
  expect(appointments[0]?.screening.alerts).toEqual([unsure])
  expect(appointments[0]?.attention.map(({ value }) => value).join()).toContain(yes)
})

const long = 'x'.repeat(500)
const device = (id: string) => ({ [id]: 'yes', [`${id}_which`]: long, [`${id}_when`]: long, [`${id}_card`]: 'no' })
const devices = {
  ...device('aneurysm_clip'),
  ...device('ear_implant'),
  ...device('neurostimulator'),
  ...device('pump'),
}
const brief = (label: string) => `${label}: Yes (details under MRI safety)`
const notCopied = async (nora: TestUser, ana: TestUser) =>
  (await as(nora).call(getScreening, { params: { key: ana.code } })).not_copied

test('where details do not fit, the history says briefly that there are some', async () => {
  const { ana, nora } = await setting()
  const { history } = await medicalAfter(ana, { ...devices, ...device('pacemaker'), ...shrapnel('Left hand') })
  expect(history?.map((line) => line.replace(/: Yes \(Which.*/, ': in full'))).toEqual([
    'Pacemaker or ICD: in full',
    'Aneurysm clip: in full',
    'Ear implant: in full',
    'Neurostimulator: in full',
    brief('Pump or sensor'),
    'Bullet or shrapnel: Yes (Where: Left hand)',
  ])
  expect(history?.join('\n').length).toBeLessThanOrEqual(5000)
  expect((await medicalAfter(ana, { ...devices, ...device('pacemaker') })).history).toEqual(history)
  expect(await notCopied(nora, ana)).toEqual([])
})

test('a different answer that is as brief is added with its day, once', async () => {
  const { ana } = await setting()
  const { history } = await medicalAfter(ana, { ...devices, ...device('pacemaker') })
  const other = { ...device('pump'), pump_which: 'y'.repeat(500) }
  const { history: after } = await medicalAfter(ana, other)
  expect(after?.map(dayless)).toEqual([...(history ?? []), `${brief('Pump or sensor')}, answered that day`])
  expect((await medicalAfter(ana, other, device('pump'))).history).toEqual(after)
})

test('staff read at the review that a full history could not take a different answer that is as brief', async () => {
  const { ana, nora } = await setting()
  const full = { ...devices, ...device('pacemaker'), ...shrapnel(long), surgery: 'yes', surgery_which: 'y'.repeat(135) }
  const { history } = await medicalAfter(ana, full)
  expect(history?.[4]).toBe(brief('Pump or sensor'))
  expect(await notCopied(nora, ana)).toEqual([])
  expect((await medicalAfter(ana, { ...device('pump'), pump_which: 'y'.repeat(500) })).history).toEqual(history)
  expect(await notCopied(nora, ana)).toEqual(['Pump or sensor'])
})

test('an implant that is reported later is added to a long history', async () => {
  const { ana } = await setting()
  const { history } = await medicalAfter(ana, devices, { ...device('pacemaker'), ...shrapnel(long) })
  expect(history?.slice(4)).toEqual([brief('Pacemaker or ICD'), `Bullet or shrapnel: Yes (Where: ${long})`])
})

test('staff read at the review what a full history could not take, also after calmer answers', async () => {
  const { ana, nora } = await setting()
  const full = { ...devices, ...shrapnel(long), surgery: 'yes', surgery_which: 'y'.repeat(185) }
  const { history } = await medicalAfter(ana, full)
  expect(history?.join('\n').length).toBeGreaterThan(4980)
  expect(await notCopied(nora, ana)).toEqual([])
  expect((await medicalAfter(ana, pacemaker)).history).toEqual(history)
  expect(await notCopied(nora, ana)).toEqual(['Pacemaker or ICD'])
  await medicalAfter(ana, {})
  expect(await notCopied(nora, ana)).toEqual(['Pacemaker or ICD'])
})

test('staff read at the review what was not added to what they wrote', async () => {
  const { ana, nora } = await setting()
  const write = (previous_history: string) =>
    as(nora).call(updateMedicalInfo, { params: { key: ana.code }, body: { previous_history } })
  await write('Migraine')
  const { history } = await medicalAfter(ana, pacemaker)
  expect(history).toEqual(['Migraine'])
  expect(await notCopied(nora, ana)).toEqual(['Pacemaker or ICD'])
  await write('Migraine. Pacemaker or ICD: Yes (Which: Azure; Implant card: No), checked')
  expect(await notCopied(nora, ana)).toEqual([])
  await write('')
  expect(await notCopied(nora, ana)).toEqual([])
})

test('nothing is added to what staff wrote, and what the history lacks comes once they have removed that', async () => {
  const { ana, nora } = await setting()
  const write = (previous_history: string) =>
    as(nora).call(updateMedicalInfo, { params: { key: ana.code }, body: { previous_history } })
  await medicalAfter(ana, surgery)
  const filled = 'Surgery in the last 6 weeks: Yes (Which: Knee, last week)'
  await write(`${filled}\nseen`)
  expect((await medicalAfter(ana, pacemaker)).history).toEqual([filled, 'seen'])
  await write(filled)
  expect((await medicalAfter(ana, pacemaker)).history).toEqual([
    filled,
    expect.stringMatching(/^Pacemaker or ICD: Yes \(Which: Azure; Implant card: No\), answered /),
  ])
})

test('a line that staff removed comes back with its day if it is reported again, once, and a new answer as new', async () => {
  const { ana, nora } = await setting()
  const remove = () => as(nora).call(updateMedicalInfo, { params: { key: ana.code }, body: { previous_history: '' } })
  await medicalAfter(ana, pacemaker)
  await remove()
  const line = 'Pacemaker or ICD: Yes (Which: Azure; Implant card: No)'
  const { history } = await medicalAfter(ana, pacemaker)
  expect(history?.map(dayless)).toEqual([`${line}, answered that day`])
  expect((await medicalAfter(ana, pacemaker)).history).toEqual(history)
  await remove()
  expect((await medicalAfter(ana, { ...pacemaker, pacemaker_which: 'Percepta' })).history).toEqual([
    line.replace('Azure', 'Percepta'),
  ])
})

test('an answer of several lines is one line of the history, also where an earlier version stored it with its breaks', async () => {
  const { ana } = await setting()
  const broken = { surgery: 'yes', surgery_which: 'Knee\nlast week' }
  const line = 'Surgery in the last 6 weeks: Yes (Which: Knee last week)'
  expect((await medicalAfter(ana, broken)).history).toEqual([line])
  await owner('update patients set previous_history = $2 where patient_id = $1', [
    ana.id,
    line.replace('Knee last', 'Knee\nlast'),
  ])
  expect((await medicalAfter(ana, pacemaker)).history).toEqual([
    line,
    'Pacemaker or ICD: Yes (Which: Azure; Implant card: No)',
  ])
})

const nursing = { contrast_planned: 'yes', kidney: 'no', breastfeeding: 'yes' }

test('“not sure” takes back a filled no, and no questionnaire takes back that somebody is pregnant or nursing', async () => {
  const { ana, nora } = await setting()
  const params = { key: ana.code }
  const none = { ...nursing, breastfeeding: 'no' }
  expect(await medicalAfter(ana, none)).toMatchObject({ pregnant: 'N' })
  expect(await medicalAfter(ana, { pregnant: 'unsure' })).toMatchObject({ pregnant: '' })
  expect(await medicalAfter(ana, nursing)).toMatchObject({ pregnant: 'Y' })
  expect(await medicalAfter(ana, {}, { pregnant: 'unsure' })).toMatchObject({ pregnant: 'Y' })
  await as(nora).call(updateMedicalInfo, { params, body: { pregnant_or_nursing: 'N' } })
  await as(nora).call(updateMedicalInfo, { params, body: { pregnant_or_nursing: 'Y' } })
  expect(await medicalAfter(ana, none)).toMatchObject({ pregnant: 'Y' })
})

test('a no that only staff gave stays, whatever a questionnaire says', async () => {
  const { ana, nora } = await setting()
  const write = (pregnant_or_nursing: 'Y' | 'N') =>
    as(nora).call(updateMedicalInfo, { params: { key: ana.code }, body: { pregnant_or_nursing } })
  await write('N')
  expect(await medicalAfter(ana, { pregnant: 'yes' })).toMatchObject({ pregnant: 'N' })
  // Once a questionnaire has also said so, who wrote it last is not known, and it is asked again.
  await medicalAfter(ana, { ...nursing, breastfeeding: 'no' })
  expect(await medicalAfter(ana, { pregnant: 'unsure' })).toMatchObject({ pregnant: '' })
})
