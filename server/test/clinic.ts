import { Readable } from 'node:stream'
import { addMyReimbursement, uploadForm, uploadMyDocument } from '@fornix/contract'
import { projectId, staffScope } from '../src/platform/database/scope.ts'
import type { Platform } from '../src/platform.ts'
import { aStudy, instancesOf } from './dicom.ts'
import { givenIn, smallPdf } from './given.ts'
import type { callsOn } from './harness.ts'

/** A project with people, and one of each thing that a patient's record can hold. */
export const givenClinic = async (platform: Platform, { as }: ReturnType<typeof callsOn>) => {
  const given = givenIn(platform)
  const project = await given.project()
  const admin = await given.staff('Admin', project)
  const patient = await given.patient(project)
  const params = { key: patient.code }
  const file = (text: string) => ({ file: { name: `${text}.pdf`, bytes: smallPdf(text) } })
  const { file_id: document } = await as(patient).call(uploadMyDocument, { params }, file('Letter'))
  const { file_id: form } = await as(patient).call(
    uploadForm,
    { params, body: { signature: 'Ana Rivera' } },
    file('AuthorizationForm'),
  )
  await as(patient).call(
    addMyReimbursement,
    { body: { amount: '12.50', description: 'Taxi to the scan' } },
    file('Receipt'),
  )
  const scan = aStudy(patient.code)
  const instances = await instancesOf(scan, 2)
  for (const { bytes } of instances)
    await platform.archive.store(staffScope(projectId(project)), Readable.from([bytes]), { maxBytes: 2 ** 20 })
  await given.study({ project, patient: patient.id, uid: scan.studyUid })
  return { project, admin, patient, document, form, study: scan.studyUid }
}
export type Clinic = Awaited<ReturnType<typeof givenClinic>>
