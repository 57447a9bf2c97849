import { Buffer } from 'node:buffer'
import { approveScanRequest, storeInstances } from '@fornix/contract'
import { mrSeries, uidOf } from '@fornix/demo/seeds/scans/mr-series.ts'
import { expect, type Page } from '@playwright/test'

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

/** Sends DICOM files as a scanner would, with the rights of the admin whose page it is. */
export const send = async (admin: Page, files: readonly Uint8Array[]) => {
  const tokenOf = () => admin.evaluate(() => sessionStorage.getItem('admin_token'))
  await expect.poll(tokenOf).toBeTruthy()
  const parts = files.flatMap((bytes) => [
    Buffer.from('--cut\r\nContent-Type: application/dicom\r\n\r\n'),
    bytes,
    Buffer.from('\r\n'),
  ])
  const answer = await admin.request.post(storeInstances.path, {
    headers: {
      authorization: `Bearer ${await tokenOf()}`,
      'content-type': 'multipart/related; type="application/dicom"; boundary=cut',
      accept: 'application/dicom+json',
    },
    data: Buffer.concat([...parts, Buffer.from('--cut--\r\n')]),
  })
  expect(answer.status()).toBe(200)
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
export const arriveFor = async (admin: Page, patient: Page, name: string) => {
  const id = await patient.evaluate(() => JSON.parse(sessionStorage.getItem('userObject') ?? '{}').patient_id)
  return arrive(admin, { id, name: name.split(' ').toReversed().join('^') })
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
