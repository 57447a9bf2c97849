import {
  getAccessLog,
  getPatientInfo,
  questionnaireVersion,
  type ScreeningAnswers,
  siteDay,
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

test('the history follows the newest answer to each question, and keeps what is no longer reported', async () => {
  const { ana } = await setting()
  const answers = [{ ...shrapnel('Left hand'), ...pacemaker }, { ...shrapnel('Right foot'), ...surgery }, {}]
  expect((await medicalAfter(ana, ...answers)).history?.sort()).toEqual([
    'Bullet or shrapnel: Yes (Where: Right foot)',
    'Pacemaker or ICD: Yes (Which: Azure; Implant card: No)',
    'Surgery in the last 6 weeks: Yes (Which: Knee, last week)',
  ])
  expect((await medicalAfter(ana, shrapnel('Left hand'))).history).toContain(
    'Bullet or shrapnel: Yes (Where: Left hand)',
  )
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
    expect.stringMatching(/^Pacemaker or ICD: Yes \(Which: Azure; Implant card: No\), reported again on /),
  ])
})

test('a line that staff removed comes back with the day if it is reported again, once, and a new answer as new', async () => {
  const { ana, nora } = await setting()
  const remove = () => as(nora).call(updateMedicalInfo, { params: { key: ana.code }, body: { previous_history: '' } })
  await medicalAfter(ana, pacemaker)
  await remove()
  const line = 'Pacemaker or ICD: Yes (Which: Azure; Implant card: No)'
  const today = () => siteDay(new Date(), 'America/New_York').replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')
  const before = today()
  const { history } = await medicalAfter(ana, pacemaker)
  expect([before, today()].map((day) => `${line}, reported again on ${day}`)).toContain(history?.join('\n'))
  expect((await medicalAfter(ana, pacemaker)).history).toEqual(history)
  const other = { ...pacemaker, pacemaker_which: 'Micra' }
  expect((await medicalAfter(ana, other)).history).toEqual([line.replace('Azure', 'Micra')])
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

test('a no of staff stays, whatever a questionnaire says', async () => {
  const { ana, nora } = await setting()
  await as(nora).call(updateMedicalInfo, { params: { key: ana.code }, body: { pregnant_or_nursing: 'N' } })
  expect(await medicalAfter(ana, { pregnant: 'yes' })).toMatchObject({ pregnant: 'N' })
})
