import { dicomwebRoot } from '@fornix/contract'
import { expect, test } from 'vitest'
import type { TestUser } from '../../../../test/given.ts'
import { imagingApp } from '../../../../test/imaging-world.ts'
import { reconcile } from '../../../clinic/imaging/archive/reconcile.ts'
import { projectId, staffScope } from '../../../platform/database/scope.ts'
import { meets } from './matching.ts'

const { app, given, platform, owner, database, imaging } = await imagingApp()
const project = await given.project()
const nora = await given.staff('Nurse', project)
const adam = await given.staff('Admin', project)

const arrived = async (first: string, last: string, mrn: string, date: string) => {
  const patient = await given.patient(project, {
    first_name: first,
    last_name: last,
    mrn_number: mrn,
    dob: '1990-02-14',
  })
  const details = { id: mrn, issuer: '', birthDate: '19900214', name: `${last}^${first}` }
  const aim = await imaging.stored({ project }, { isListed: false, key: mrn, date, patient: details })
  await reconcile(database, platform.archive, staffScope(projectId(project)), aim.study)
  return { ...aim, patient }
}
const ana = await arrived('Ana', 'Rivera', 'MRN-501', '20260910')
const anabel = await arrived('Anabel', 'Łukasz', 'MRN-502', '20260911')
const ben = await arrived('Ben', 'Rivers', 'MRN-503', '20251231')
await owner("update studies set accession_number = 'ACC_1', modalities = '{MR,SR}' where study_uid = $1", [ben.study])

type Tags = Record<string, { vr: string; Value?: unknown[] }>
const ask = async (path: string, user: TestUser | null = nora, headers: Record<string, string> = {}) => {
  const answer = await app.inject({
    url: `${dicomwebRoot}${path}`,
    headers: { ...(user && { authorization: `Bearer ${user.token}` }), ...headers },
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}
const uidsOf = (body: Tags[], tag: string) => body.map((tags) => tags[tag]?.Value?.[0])
const studiesOf = async (query: string, user = nora) => {
  const { status, body } = await ask(`/studies?${query}`, user)
  expect([query, status]).toEqual([query, 200])
  return uidsOf(body, '0020000D')
}
const newestFirst = [anabel.study, ana.study, ben.study]

test.each([
  ['', newestFirst],
  ['00100020=NOBODY', []],
  ['PatientID=MRN-501', [ana.study]],
  ['00100020=MRN-50?', newestFirst],
  ['PatientID=mrn-501', []],
  ['PatientID=*', newestFirst],
  ['PatientID=', newestFirst],
  ['PatientID=MRN_501', []],
  ['PatientID=%25', []],
  ['PatientName=RIVERA^ANA', [ana.study]],
  ['00100010=River*', [ana.study, ben.study]],
  ['PatientName=Ana', []],
  ['PatientName=Ana&fuzzymatching=true', [anabel.study, ana.study]],
  ['PatientName=lukasz%20anabel&fuzzymatching=true', [anabel.study]],
  ['PatientName=ZZZZ*&fuzzymatching=true', []],
  ['StudyDate=20260910', [ana.study]],
  ['00080020=20260101-', [anabel.study, ana.study]],
  ['StudyDate=-20260910', [ana.study, ben.study]],
  ['StudyDate=18000101-18000102', []],
  ['StudyTime=10', newestFirst],
  ['StudyTime=101530-101531', newestFirst],
  ['StudyTime=1016-', []],
  ['PatientBirthDate=19900214', newestFirst],
  ['PatientBirthDate=19900215-', []],
  ['PatientSex=F', []],
  ['AccessionNumber=ACC_1', [ben.study]],
  ['AccessionNumber=ACC?1', [ben.study]],
  ['AccessionNumber=ACCX1', []],
  ['ModalitiesInStudy=SR', [ben.study]],
  ['ModalitiesInStudy=SR,MR', newestFirst],
  ['00080061=M*', newestFirst],
  ['ModalitiesInStudy=XA', []],
  ['ReferringPhysicianName=demo*', newestFirst],
  ['ReferringPhysicianName=Physician', []],
  ['ReferringPhysicianName=physician&fuzzymatching=true', newestFirst],
  ['StudyDescription=Portable*', newestFirst],
  [`StudyInstanceUID=${ana.study},${ben.study}`, [ana.study, ben.study]],
  [`0020000d=${ana.study}`, [ana.study]],
  [`StudyInstanceUID=${ana.study}&PatientID=MRN-503`, []],
  ['limit=1', [anabel.study]],
  ['limit=1&offset=2', [ben.study]],
  ['limit=0', []],
  ['limit=5000', newestFirst],
  ['includefield=all&includefield=StudyDescription,00081030', newestFirst],
])('studies by %s', async (query, found) => {
  expect(await studiesOf(query)).toEqual(found)
})

test.each([
  ['/studies?Modality=MR', 'Modality: nothing is searched by that here'],
  ['/studies?00101010=030Y', '00101010: nothing'],
  ['/studies?patientid=MRN-501', 'patientid: nothing'],
  ['/studies?limit=1&anything=1', 'anything: nothing'],
  ['/studies?StudyDate=yesterday', 'Needs a date as YYYYMMDD'],
  ['/studies?StudyInstanceUID=1.2*', 'Needs a UID'],
  ['/studies?PatientID=A&00100020=B', 'Is given twice'],
  ['/studies?fuzzymatching=perhaps', ''],
  ['/studies?includefield=PatientNmae', 'DICOM has no attribute with the keyword PatientNmae'],
  ['/studies?includefield=constructor', 'DICOM has no attribute with the keyword constructor'],
  ['/series?SOPInstanceUID=1.2', 'SOPInstanceUID: nothing'],
  [`/studies/${ana.study}/series?Rows=1`, 'Rows: nothing'],
  ['/instances?offset=10001', 'offset: at most 10000 in a search of all studies'],
  ['/instances?includefield=52009230', 'Ask for 52009230 within one study'],
  ['/series?includefield=SharedFunctionalGroupsSequence', 'Ask for 52009229 within one study'],
  ['/instances?includefield=PerFrameFunctionalGroupsSequence', 'Ask for 52009230 within one study'],
])('%s is refused in words', async (path, sentence) => {
  const { status, body } = await ask(path)
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(sentence)
})

test('a study is listed with what the standard requires', async () => {
  const { body, headers } = await ask(`/studies?StudyInstanceUID=${ana.study}`)
  expect(headers).toMatchObject({ 'content-type': 'application/dicom+json', 'x-total-count': '1' })
  expect(headers['warning']).toBeUndefined()
  expect(body).toHaveLength(1)
  expect(body[0]).toMatchObject({
    '00080020': { vr: 'DA', Value: ['20260910'] },
    '00080050': { vr: 'SH', Value: ['A1'] },
    '00080056': { vr: 'CS', Value: ['ONLINE'] },
    '00080061': { vr: 'CS', Value: ['MR'] },
    '00080090': { vr: 'PN' },
    '00081190': { vr: 'UR', Value: [`${platform.config.publicUrl}${dicomwebRoot}/studies/${ana.study}`] },
    '00100010': { vr: 'PN', Value: [{ Alphabetic: 'Rivera^Ana' }] },
    '00100020': { vr: 'LO', Value: ['MRN-501'] },
    '00100030': { vr: 'DA', Value: ['19900214'] },
    '00100040': { vr: 'CS' },
    '00200010': { vr: 'SH' },
    '00201206': { vr: 'IS', Value: [2] },
    '00201208': { vr: 'IS', Value: [4] },
  })
})

test('what was cut is said, with how many there are', async () => {
  const { headers } = await ask('/studies?limit=1')
  expect(headers['x-total-count']).toBe('3')
  expect(headers['warning']).toBe('299 fornix "There are 2 additional results that can be requested"')
  expect((await ask('/studies?limit=1&offset=2')).headers['warning']).toBeUndefined()
  const series = await ask(`/studies/${ana.study}/series?limit=1`)
  expect(series.headers).toMatchObject({ 'x-total-count': '2', warning: expect.stringMatching(/^299 .* 1 additional/) })
  expect((await ask('/series?limit=3')).headers['warning']).toMatch(/additional results/)
  expect((await ask('/studies?includefield=PatientAge')).headers['warning']).toMatch(/without 00101010/)
})

const { study, series, instance, other } = ana
test.each([
  [`/studies/${study}/series`, '0020000E', [series, other.series]],
  [`/studies/${study}/series?Modality=MR`, '0020000E', [series, other.series]],
  [`/studies/${study}/series?Modality=CT`, '0020000E', []],
  [`/studies/${study}/series?00080060=CT,M?`, '0020000E', [series, other.series]],
  [`/studies/${study}/series?SeriesInstanceUID=${series}`, '0020000E', [series]],
  [`/studies/${study}/series?SeriesNumber=2`, '0020000E', [other.series]],
  [`/studies/${study}/series?SeriesDescription=AX%20?`, '0020000E', [series, other.series]],
  [`/studies/${study}/series?PatientID=MRN-503`, '0020000E', []],
  [`/studies/${study}/series?limit=1&offset=5`, '0020000E', []],
  [`/studies/${study}/instances?SeriesInstanceUID=${series}&InstanceNumber=1`, '0020000E', [series]],
  [`/studies/${study}/instances?SOPInstanceUID=${instance},${other.instance}`, '00080018', [instance, other.instance]],
  [`/studies/${study}/instances?SOPClassUID=1.2.3`, '00080018', []],
  [`/studies/${study}/series/${series}/instances?SOPInstanceUID=${instance}`, '00080018', [instance]],
  [`/studies/${study}/series/${series}/instances?InstanceNumber=7`, '00080018', []],
  [`/series?PatientID=MRN-501`, '0020000E', [series, other.series]],
  [`/series?StudyInstanceUID=${study}&SeriesNumber=1`, '0020000E', [series]],
  [`/series?Modality=XA`, '0020000E', []],
  [`/instances?SOPInstanceUID=${instance}`, '00080018', [instance]],
  [`/instances?StudyInstanceUID=${study}&Modality=CT`, '00080018', []],
])('%s', async (path, tag, found) => {
  const { status, body } = await ask(path)
  expect(status).toBe(200)
  expect(uidsOf(body, tag).toSorted()).toEqual(found.toSorted())
})

test('what is searched in all studies says which they are of, and other fields on request', async () => {
  const found = await ask(`/instances?SOPInstanceUID=${instance}&includefield=RepetitionTime,00180081`)
  expect(found.body[0]).toMatchObject({
    '00100020': { Value: ['MRN-501'] },
    '00080060': { Value: ['MR'] },
    '00180080': { Value: [880] },
    '00180081': { Value: [5] },
    '00081190': { Value: [expect.stringContaining(`/series/${series}/instances/${instance}`)] },
  })
})

test('groups of frames are listed within one study, and pages end where results do', async () => {
  const groups = 'includefield=52009229,PerFrameFunctionalGroupsSequence'
  expect((await ask(`/studies/${study}/instances?${groups}`)).status).toBe(200)
  expect((await ask('/series?offset=10000')).body).toEqual([])
  expect((await ask(`/studies?offset=10001&${groups}`)).status).toBe(200)
})

test('a patient finds what is open to her and nothing else, at every level', async () => {
  const all = ['/studies', '/series', '/instances']
  for (const path of all) expect((await ask(path, ana.patient)).body).toEqual([])
  await imaging.opened(ana.patient, adam, study)
  for (const path of all) expect([...new Set(uidsOf((await ask(path, ana.patient)).body, '0020000D'))]).toEqual([study])
  for (const query of ['PatientName=Rivers*', 'AccessionNumber=*', 'PatientName=ben&fuzzymatching=true'])
    for (const path of all)
      expect(uidsOf((await ask(`${path}?${query}`, ana.patient)).body, '0020000D')).not.toContain(ben.study)
  expect((await ask(`/studies/${ben.study}/instances`, ana.patient)).status).toBe(404)
  expect((await ask(`/series?StudyInstanceUID=${ben.study}`, ana.patient)).body).toEqual([])
  for (const path of all) expect((await ask(path, null)).status).toBe(401)
})

const notedOf = async (user: TestUser) =>
  (
    await owner<{ patient_id: string }>(
      "select patient_id from audit_events where actor_id = $1 and action = 'scan.list'",
      [user.id],
    )
  ).map(({ patient_id }) => patient_id)

test.each([
  ['/studies', ['PatientName=Rivers*', 'AccessionNumber=ACC_1', `0020000D=${ben.study}`, 'StudyDate=20251231']],
  ['/series', ['PatientName=Rivers*&Modality=XA', `SeriesInstanceUID=${ben.series}`, 'StudyDate=20251231']],
  [
    '/instances',
    ['PatientName=Rivers*&Modality=XA', `SOPInstanceUID=${ben.instance}`, 'includefield=00100010&offset=8'],
  ],
])('whom a search of %s finds is noted once a session', async (path, queries) => {
  for (const query of queries) {
    const nurse = await given.staff('Nurse', project)
    for (let n = 0; n < 2; n++) expect((await ask(`${path}?${query}`, nurse)).status).toBe(200)
    expect([query, await notedOf(nurse)]).toEqual([query, [ben.patient.id]])
  }
})

test('whom a search does not list is not noted, nor a patient who looks at her own', async () => {
  const nurse = await given.staff('Nurse', project)
  await ask('/series?Modality=XA', nurse)
  await ask('/series?limit=0', nurse)
  await ask('/series?limit=2', nurse)
  expect(await notedOf(nurse)).toEqual([anabel.patient.id])
  await ask('/series', ana.patient)
  expect(await notedOf(ana.patient)).toEqual([])
})

test('tags come as JSON or not at all', async () => {
  for (const accept of ['application/dicom+json', 'application/json;q=0.5, image/png', '*/*', ''])
    expect((await ask('/studies?limit=1', nora, { accept })).status).toBe(200)
  for (const accept of ['multipart/related; type="application/dicom+xml"', 'application/dicom+json;q=0'])
    expect((await ask(`/studies/${study}/series`, nora, { accept })).status).toBe(406)
})

test.each([
  ['a*c', 'abbc', true],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['*', '', true],
  ['a*', 'ba', false],
  ['*b*b', 'abab', true],
  ['[a]', 'a', false],
  ['*a*a*a*a*a*a*a*a*a*a*a*a*b', 'a'.repeat(5000), false],
])('%s meets %s: %s', (pattern, text, expected) => {
  expect(meets(pattern, text)).toBe(expected)
})
