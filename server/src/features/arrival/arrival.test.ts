import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import {
  listArrived,
  listKnownInstances,
  listNotifications,
  listScans,
  listUnmatchedStudies,
  roles,
  StoreResponse,
  storeTags,
} from '@fornix/contract'
import { expect, test } from 'vitest'
import { arrivalWorld, bytesOf, named, type Sending, study, uniqueStudy } from '../../../test/arrival-world.ts'
import { aStudy, instancesOf } from '../../../test/dicom.ts'
import type { TestUser } from '../../../test/given.ts'
import { altered, stowBody, stowType } from '../../../test/stow.ts'

const { app, given, as, owner, project, tech, stow, storedFiles, rowsOf, auditOf } = await arrivalWorld()
const other = aStudy('stow other')
const all = await instancesOf(study, 4)
const files = all.map(({ bytes }) => bytes)
const [first] = all as [(typeof all)[0]]

test('a study is stored, matched, audited and told of once, in two requests as in one', async () => {
  const patient = await given.patient(project, { mrn_number: 'MRN-stow', dob: null, ...named })
  const sent = uniqueStudy('matched', 'MRN-stow')
  const parts = (await instancesOf(sent, 4)).map(({ bytes }) => bytes)
  const answer = await stow(stowBody(parts.slice(0, 3)))
  expect(answer).toMatchObject({ status: 200, type: 'application/dicom+json' })
  const items = answer.body[storeTags.stored].Value
  expect(items).toHaveLength(3)
  expect(StoreResponse.parse(answer.body)).toEqual({ studies: [sent.studyUid], duplicates: 0, refused: [] })
  expect(items[0][storeTags.retrieveUrl].Value[0]).toContain(`/api/dicomweb/studies/${sent.studyUid}/series/`)
  // One known, one new.
  const again = await stow(stowBody(parts.slice(2)))
  expect(again.status).toBe(200)
  expect(StoreResponse.parse(again.body).duplicates).toBe(1)

  const { scans } = await as(tech).call(listScans, { params: { key: patient.code }, query: {} })
  expect(scans.map(({ study_UID }) => study_UID)).toEqual([sent.studyUid])
  expect(await auditOf(sent.studyUid)).toEqual([
    { result: 'ok 3 new, 0 known, 0 refused', actor_id: tech.id, patient_id: patient.id },
    { result: 'ok 1 new, 1 known, 0 refused', actor_id: tech.id, patient_id: patient.id },
  ])
  const { notifications } = await as(tech).call(listNotifications, { params: { provider_id: tech.code }, query: {} })
  expect(notifications.filter(({ item_type }) => item_type === 'scan')).toHaveLength(1)
  const { studies } = await as(tech).call(listArrived, { body: { studies: [sent.studyUid, '1.2.3'] } })
  expect(studies).toMatchObject([{ study_UID: sent.studyUid, state: 'matched', patient_id: patient.code }])
})

test.each([
  ['at the end', 'Rivera^Ana\0\0\0', 'Rivera^Ana'],
  ['in the middle', 'Rivera\0^Ana\0\0', 'Rivera ^Ana'],
])(
  'a name with a NUL %s is no reason to send it again: it is listed without, and kept as it was sent',
  async (at, sent, listed) => {
    const plain = aStudy(`NUL ${at}`, { patient: { ...study.patient, name: 'Rivera^Anabel' } })
    const [one] = await instancesOf(plain, 1)
    const bytes = altered(one!, 'Rivera^Anabel', sent)
    expect(await stow(stowBody([bytes]))).toMatchObject({ status: 200 })
    const admin = await given.staff('Admin', project)
    const { studies } = await as(admin).call(listUnmatchedStudies, { query: { searchQuery: 'rivera', page_size: 50 } })
    expect(studies.find(({ study_UID }) => study_UID === plain.studyUid)?.dicom.name).toBe(listed)
    const { sopUid, seriesUid } = one!
    const url = `/api/dicomweb/studies/${plain.studyUid}/series/${seriesUid}/instances/${sopUid}`
    const answer = await app.inject({ url, headers: { authorization: `Bearer ${tech.token}` } })
    expect(answer.rawPayload.includes(bytes)).toBe(true)
  },
)

test('what the database refuses to keep is not to be sent again, and says so', async () => {
  const sent = uniqueStudy('refused values')
  const parts = (await instancesOf(sent, 2)).map(({ bytes }) => bytes)
  await owner(`create function refuse_value() returns trigger language plpgsql as $$
    begin raise exception 'unsupported Unicode escape sequence' using errcode = '22P05'; end $$`)
  await owner(`create trigger refused before insert on archive_instances for each row
    when (new.study_uid = '${sent.studyUid}') execute function refuse_value()`)
  const { status, body } = await stow(stowBody(parts))
  await owner('drop trigger refused on archive_instances')
  expect(status).toBe(409)
  expect(StoreResponse.parse(body).refused.map(({ reason }) => reason)).toEqual(['VALUES', 'VALUES'])
  expect(JSON.stringify(body)).not.toMatch(/again/)
})

const pixels = Buffer.from([0xe0, 0x7f, 0x10, 0x00])
const withoutPixels = () => {
  const at = first.bytes.indexOf(pixels)
  const head = Buffer.from(first.bytes.subarray(0, at + 12))
  head.writeUInt32LE(0, at + 8)
  return head
}
const large = () => Buffer.concat([first.bytes, Buffer.alloc(1_100_000)])

test.each<[string, () => Buffer, string, number]>([
  ['is no DICOM', () => Buffer.from('%PDF-1.4 renamed to .dcm'.repeat(500)), 'not_dicom', 0xc000],
  ['is empty', () => Buffer.alloc(0), 'not_dicom', 0xc000],
  ['was cut in its head', () => first.bytes.subarray(0, 700), 'truncated', 0xc001],
  ['was cut in its pixels', () => first.bytes.subarray(0, -1000), 'truncated', 0xc001],
  [
    'is written in an unknown way',
    () => altered(first, '1.2.840.10008.1.2.1\0', '1.2.840.10008.1.2.9\0'),
    'transfer_syntax',
    0xc122,
  ],
  ['has a wrong UID', () => altered(first, study.studyUid, `2/${study.studyUid.slice(2)}`), 'uids', 0xc002],
  ['has zero pixels', withoutPixels, 'no_pixels', 0xa900],
  ['is too large', large, 'too_large', 0xa701],
])('a part that %s is refused with its reason, and the parts around it are stored', async (what, bad, reason, code) => {
  const parts = await bytesOf(what, 2)
  const [one, two] = parts as [Buffer, Buffer]
  const before = await storedFiles()
  const { status, body } = await stow(stowBody([one, bad(), two]))
  expect(status).toBe(202)
  expect(body[storeTags.stored].Value).toHaveLength(2)
  expect(body[storeTags.otherFailures].Value[0][storeTags.failureReason].Value).toEqual([code])
  expect(StoreResponse.parse(body).refused).toEqual([
    { part: 1, reason: reason.toUpperCase(), sentence: expect.stringMatching(/^[A-Z].+\.$/) },
  ])
  expect(await storedFiles()).toBe(before + 2)
})

test('other bytes of a known instance are a conflict, another patient of a known study is refused; 409 when nothing was stored', async () => {
  await stow(stowBody(files))
  const before = await storedFiles()
  const changed = Buffer.from(first.bytes)
  changed[changed.length - 1] = 1
  const stolen = await instancesOf(aStudy('stow', { patient: { ...study.patient, id: 'MRN-2' } }), 1)
  const { status, body } = await stow(stowBody([changed, stolen[0]!.bytes]))
  expect(status).toBe(409)
  expect(body[storeTags.stored]).toBeUndefined()
  const failed = body[storeTags.failed].Value
  expect(
    failed.map((item: Record<string, { Value: unknown[] }>) => item[storeTags.failureReason]?.Value[0]).toSorted(),
  ).toEqual([0xc409, 0xc410])
  expect(failed[0][storeTags.sopInstance].Value).toEqual([first.sopUid])
  expect(await storedFiles()).toBe(before)
  expect((await auditOf(study.studyUid)).at(-1)?.result).toBe('ok 0 new, 0 known, 2 refused')
})

test('a file that names another date of birth than its study is refused; one that names none is not', async () => {
  const ofBirth = (birthDate: string) =>
    aStudy('born', { patient: { ...study.patient, id: 'MRN-born', issuer: '', birthDate } })
  const files = await Promise.all(['19900214', '19860417', ''].map((day) => instancesOf(ofBirth(day), 3)))
  const [own, foreign, none] = files.map((all, n) => all[n]!.bytes)
  expect((await stow(stowBody([own!]))).status).toBe(200)
  const { status, body } = await stow(stowBody([foreign!, none!]))
  expect(status).toBe(202)
  expect(StoreResponse.parse(body).refused).toMatchObject([{ part: 0, reason: 'OTHER_BIRTH_DATE' }])
  expect(await rowsOf(ofBirth('').studyUid)).toBe(2)
})

test('a study whose first file names no date of birth has that of a later one', async () => {
  const ofBirth = (birthDate: string) =>
    aStudy('born later', { patient: { ...study.patient, id: 'MRN-later', issuer: '', birthDate } })
  const files = await Promise.all(['', '19900214', '19860417'].map((day) => instancesOf(ofBirth(day), 3)))
  const [none, own, foreign] = files.map((all, n) => all[n]!.bytes)
  expect((await stow(stowBody([none!]))).status).toBe(200)
  expect((await stow(stowBody([own!]))).status).toBe(200)
  const { status, body } = await stow(stowBody([foreign!]))
  expect(status).toBe(409)
  expect(StoreResponse.parse(body).refused).toMatchObject([{ part: 0, reason: 'OTHER_BIRTH_DATE' }])
})

test('to a study come only its own instances', async () => {
  const [mine] = await bytesOf('own', 1)
  const foreign = await instancesOf(other, 1)
  const { status, body } = await stow(stowBody([mine!, foreign[0]!.bytes]), { to: uniqueStudy('own').studyUid })
  expect(status).toBe(202)
  expect(StoreResponse.parse(body).refused).toMatchObject([{ part: 1, reason: 'OTHER_STUDY' }])
  expect((await stow(stowBody([mine!]), { to: '1.2..3' })).status).toBe(404)
})

test.each<[string, Buffer, Sending, number]>([
  ['without an end', stowBody(files.slice(0, 1), { end: '' }), {}, 400],
  ['with another boundary', stowBody(files.slice(0, 1)), { type: stowType.replace('edge', 'rim') }, 400],
  ['without parts', stowBody([]), {}, 400],
  ['that is empty', Buffer.alloc(0), {}, 400],
  ['without a boundary', stowBody(files.slice(0, 1)), { type: 'multipart/related; type="application/dicom"' }, 400],
  ['of another type', stowBody(files.slice(0, 1)), { type: stowType.replace('/dicom', '/pdf') }, 415],
  ['of one picture', first.bytes, { type: 'image/png' }, 415],
  ['that is no gzip', stowBody(files.slice(0, 1)), { headers: { 'content-encoding': 'gzip' } }, 400],
  ['that is packed otherwise', stowBody(files.slice(0, 1)), { headers: { 'content-encoding': 'br' } }, 415],
  [
    'that grows without end',
    gzipSync(stowBody([Buffer.concat([first.bytes, Buffer.alloc(90_000_000)])])),
    { headers: { 'content-encoding': 'gzip' } },
    413,
  ],
  ['that wants XML back', stowBody(files.slice(0, 1)), { headers: { accept: 'application/dicom+xml' } }, 406],
])('a request %s is refused', async (_what, payload, sending, status) => {
  const before = await storedFiles()
  expect((await stow(payload, sending)).status).toBe(status)
  expect(await storedFiles()).toBe(before)
})

test('one file may come by itself, and packed', async () => {
  const parts = await bytesOf('by itself', 3)
  const { studyUid } = uniqueStudy('by itself')
  const gzip = { 'content-encoding': 'gzip' }
  const answers = [
    await stow(parts[0]!, { type: 'application/dicom' }),
    await stow(gzipSync(parts[1]!), { type: 'application/dicom; transfer-syntax=1.2.840.10008.1.2.1', headers: gzip }),
    await stow(gzipSync(stowBody(parts)), { headers: gzip, to: studyUid }),
  ]
  expect(answers.map(({ status, body }) => [status, StoreResponse.parse(body).duplicates])).toEqual([
    [200, 0],
    [200, 0],
    [200, 2],
  ])
  for (const { body } of answers)
    expect(body[storeTags.retrieveUrl].Value).toEqual([`http://localhost:3000/api/dicomweb/studies/${studyUid}`])
  const refused = await stow(Buffer.from('no DICOM at all, but a text of some length'.repeat(9)), {
    type: 'application/dicom',
  })
  expect(refused.status).toBe(409)
  expect(StoreResponse.parse(refused.body).refused).toMatchObject([{ part: 0, reason: 'NOT_DICOM' }])
  expect(refused.body[storeTags.retrieveUrl]).toEqual({ vr: 'UR' })
  const [foreign] = await instancesOf(other, 1)
  const both = await stow(stowBody([parts[0]!, foreign!.bytes]))
  expect(both.body[storeTags.retrieveUrl]).toEqual({ vr: 'UR' })
})

test('a part of another type is none', async () => {
  const { body } = await stow(stowBody(files.slice(0, 1), { type: 'text/html' }))
  expect(StoreResponse.parse(body).refused).toMatchObject([{ part: 0, reason: 'NOT_DICOM' }])
})

test('only staff store, and into their own project', async () => {
  const [bytes] = await bytesOf('mine', 1)
  for (const role of roles.filter((role) => role === 'Patient'))
    expect((await stow(stowBody([bytes!]), { user: await given.user(role, project) })).status).toBe(403)
  expect((await stow(stowBody([bytes!]), { user: null })).status).toBe(401)
  expect((await stow(stowBody([bytes!]), { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
  const stranger = await given.staff('Nurse')
  expect((await stow(stowBody([bytes!]), { user: stranger })).status).toBe(200)
  const { studyUid } = uniqueStudy('mine')
  expect((await as(tech).call(listArrived, { body: { studies: [studyUid] } })).studies).toEqual([])
  expect((await as(stranger).call(listArrived, { body: { studies: [studyUid] } })).studies).toMatchObject([
    { state: 'nobody' },
  ])
})

test('files that are here are known by their bytes, in the own project alone', async () => {
  const [one, two] = (await bytesOf('known', 2)) as [Buffer, Buffer]
  await stow(stowBody([one]))
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const ask = async (user: TestUser) =>
    (await as(user).call(listKnownInstances, { body: { sha256: [one, two].map(hashOf) } })).instances
  expect(await ask(tech)).toEqual([{ sha256: hashOf(one), study_UID: uniqueStudy('known').studyUid }])
  expect(await ask(await given.staff('MRI-Tech', await given.project()))).toEqual([])
})
