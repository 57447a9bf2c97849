import { Buffer } from 'node:buffer'
import {
  approveScanRequest,
  fillPath,
  listMyScans,
  loginAdmin,
  requestAccess,
  storeInstances,
  uploadForm,
} from '@fornix/contract'
import { mrSeries, uidOf } from '@fornix/demo/seeds/scans/mr-series.ts'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { onePage } from './pdf.ts'
import { demoPassword } from './people.ts'

/** `nth` tells several studies of one patient apart. */
type Patient = { id: string; name: string; nth?: number }

/** A study of one small slice, whose DICOM names a person in this way. */
const tinyStudy = ({ nth = 0, ...patient }: Patient) => {
  const studyUid = uidOf('end to end', nth === 0 ? patient.id : `${patient.id} ${nth}`)
  const volume = { nx: 8, ny: 8, nz: 1, dx: 1, dy: 1, dz: 1, data: new Uint8Array(64) }
  const study = {
    studyUid,
    date: '20261101',
    time: '081500',
    accession: 'E1',
    description: 'Portable brain MRI',
    physician: '',
    institution: 'Lumen Neuro',
    patient: { ...patient, issuer: 'Lumen Neuro', birthDate: '', sex: 'F' as const },
  }
  const window = { center: 50, width: 100 }
  const contrast = { number: 1, description: 'AX T1', scanning: 'GR' as const, repetitionMs: 9, echoMs: 5, window }
  return { studyUid, files: [...mrSeries(volume, study, { ...contrast, valueAt: (voxel) => voxel })] }
}

/** Sends DICOM files as a scanner would, with the rights of whoever has this token. */
export const sendAs = async (request: APIRequestContext, token: string, files: readonly Uint8Array[]) => {
  const parts = files.flatMap((bytes) => [
    Buffer.from('--cut\r\nContent-Type: application/dicom\r\n\r\n'),
    bytes,
    Buffer.from('\r\n'),
  ])
  const answer = await request.post(storeInstances.path, {
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/related; type="application/dicom"; boundary=cut',
      accept: 'application/dicom+json',
    },
    data: Buffer.concat([...parts, Buffer.from('--cut--\r\n')]),
  })
  expect(answer.status()).toBe(200)
}

/** Of an admin who has no page open. Not by the requests of a page: they share its cookies. */
export const adminToken = async (request: APIRequestContext) => {
  const data = { username: 'admin@northside.example', password: demoPassword }
  return loginAdmin.response.parse(await (await request.post(loginAdmin.path, { data })).json()).access_token
}

/** With the rights of the admin whose page it is. */
const send = async (admin: Page, files: readonly Uint8Array[]) => {
  const tokenOf = () => admin.evaluate(() => sessionStorage.getItem('admin_token') ?? '')
  await expect.poll(tokenOf).toBeTruthy()
  await sendAs(admin.request, await tokenOf(), files)
}

/** Sends a study of somebody. */
export const arrive = async (admin: Page, patient: Patient) => {
  const { files, studyUid } = tinyStudy(patient)
  await send(
    admin,
    files.map(({ bytes }) => bytes),
  )
  return studyUid
}

/** Sends a study of the patient who is signed in there. */
export const arriveFor = async (admin: Page, patient: Page, name: string, nth = 0) => {
  const id = await patient.evaluate(() => JSON.parse(sessionStorage.getItem('userObject') ?? '{}').patient_id)
  return arrive(admin, { id, name: name.split(' ').toReversed().join('^'), nth })
}

/** Approves what somebody asked for, by the call that the list of requests makes. */
export const approve = async (admin: Page, email: string, studyId: string) => {
  const token = await admin.evaluate(() => sessionStorage.getItem('admin_token'))
  const answer = await admin.request.post(approveScanRequest.path, {
    headers: { authorization: `Bearer ${token}` },
    data: { email, studyId },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Asks with a signed form for a scan of the patient who is signed in there, by the calls that the form makes. */
export const askFor = async (patient: Page, name: string, studyId: string) => {
  const { id, token } = await patient.evaluate(() => ({
    id: JSON.parse(sessionStorage.getItem('userObject') ?? '{}').patient_id as string,
    token: sessionStorage.getItem('patient_token') ?? '',
  }))
  const headers = { authorization: `Bearer ${token}` }
  const file = { name: 'AuthorizationForm', mimeType: 'application/pdf', buffer: onePage() }
  const signed = await patient.request.post(fillPath(uploadForm.path, { key: id }), {
    headers,
    multipart: { signature: name, study_id: studyId, purposes: 'Personal Use', file },
  })
  expect(signed.status(), await signed.text()).toBe(201)
  const asked = await patient.request.post(requestAccess.path, { headers, data: { studyId } })
  expect(asked.status(), await asked.text()).toBe(200)
}

/** Where a patient opens the first of their scans: as the specification does it, by its series alone. */
export const viewerOfOwn = async (request: APIRequestContext, email: string, token: string) => {
  const answer = await request.get(fillPath(listMyScans.path, { key: email }), {
    headers: { authorization: `Bearer ${token}` },
  })
  const { scans } = listMyScans.response.parse(await answer.json())
  return `/viewer?seriesId=${scans.find(({ seriesId }) => seriesId)?.seriesId}`
}
