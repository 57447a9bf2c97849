import { listArrived } from '@fornix/contract'
import { expect, onTestFinished, test } from 'vitest'
import { arrivalWorld, named, study } from '../../../test/arrival-world.ts'
import { aStudy, instancesOf } from '../../../test/dicom.ts'
import { stowBody } from '../../../test/stow.ts'
import { reconcile } from '../../clinic/imaging/archive/reconcile.ts'
import { projectId, staffScope } from '../../platform/database/scope.ts'
import { matchAgain } from './catch-up.ts'

const { given, as, owner, platform, project, tech, stow, auditOf } = await arrivalWorld()

const dob = '1990-02-14'
test.each<
  [what: string, tags: Partial<typeof study.patient>, at: object, later: 'mrn_number' | object, isMatched: boolean]
>([
  ['the number', {}, { dob }, 'mrn_number', true],
  ['the number, with another birth date', {}, { dob: '1991-02-14', ...named }, 'mrn_number', false],
  ['the number, with that name', { birthDate: '' }, named, 'mrn_number', true],
  ['the number, with another name', { birthDate: '' }, { dob }, 'mrn_number', false],
  ['the number, with no more to compare', { birthDate: '', name: '' }, { dob, ...named }, 'mrn_number', false],
  ['the birth date', {}, {}, { dob }, true],
  ['the right birth date', {}, { dob: '1991-02-14' }, { dob }, true],
  ['the name', { birthDate: '' }, {}, named, true],
])('a scan that waits is looked at again once its patient has %s', async (what, tags, at, later, isMatched) => {
  const mrn = `MRN ${what}`
  const sent = aStudy(`again ${what}`, { patient: { ...study.patient, id: mrn, issuer: '', ...tags } })
  const patient = await given.patient(project, { ...at, mrn_number: later === 'mrn_number' ? '' : mrn })
  await stow(stowBody((await instancesOf(sent, 1)).map(({ bytes }) => bytes)))
  const isTheirs = async () =>
    (await owner('select 1 from studies where study_uid = $1 and patient_id = $2', [sent.studyUid, patient.id]))
      .length === 1
  await matchAgain(platform)
  expect(await isTheirs()).toBe(false)

  for (const [column, value] of Object.entries(later === 'mrn_number' ? { mrn_number: mrn } : later))
    await owner(`update patients set ${column} = $2 where patient_id = $1`, [patient.id, value])
  await matchAgain(platform)
  expect(await isTheirs()).toBe(isMatched)
  if (isMatched) expect((await auditOf(sent.studyUid)).at(-1)).toMatchObject({ actor_id: null, patient_id: patient.id })
})

test('where own images are open a birth date that was entered since the scan came matches nothing by itself', async () => {
  const sent = aStudy('entered since', { patient: { ...study.patient, id: 'MRN since', issuer: '' } })
  const patient = await given.patient(project, { mrn_number: 'MRN since' })
  const setOwn = (isOpen: boolean) =>
    owner('update projects set own_images_open = $2 where project_id = $1', [project, isOpen])
  onTestFinished(async () => {
    await setOwn(false)
  })
  await setOwn(true)
  await stow(stowBody((await instancesOf(sent, 1)).map(({ bytes }) => bytes)))
  await owner('update patients set dob = $2 where patient_id = $1', [patient.id, dob])
  await matchAgain(platform)
  const whose = () => owner('select patient_id from studies where study_uid = $1', [sent.studyUid])
  expect(await whose()).toEqual([{ patient_id: null }])
  expect(await auditOf(sent.studyUid)).toHaveLength(1)
  await stow(stowBody((await instancesOf(sent, 1)).map(({ bytes }) => bytes)))
  await reconcile(platform.database, platform.archive, staffScope(projectId(project)), sent.studyUid)
  expect(await whose()).toEqual([{ patient_id: null }])
  const { studies } = await as(tech).call(listArrived, { body: { studies: [sent.studyUid] } })
  expect(studies).toMatchObject([{ state: 'birth_date' }])
  await setOwn(false)
  await matchAgain(platform)
  expect(await whose()).toEqual([{ patient_id: patient.id }])
})
