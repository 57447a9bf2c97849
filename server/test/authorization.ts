import { requestAccess, uploadForm } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { smallPdf, type TestUser } from './given.ts'
import type { TestApp } from './harness.ts'

/** Patients who sign the authorization form, and ask for access to their scans. */
export const authorizationIn = ({ as, given }: Pick<TestApp, 'as' | 'given'>) => {
  /** Each form has other bytes. */
  const sign = (patient: TestUser, body: object = {}) =>
    as(patient).call(
      uploadForm,
      { params: { key: patient.code }, body: { signature: 'Ana Rivera', ...body } },
      { file: { name: 'AuthorizationForm', bytes: smallPdf(uuid()) } },
    )
  const signAndAsk = async (patient: TestUser, studyId: string) => {
    await sign(patient, { study_id: studyId })
    await as(patient).call(requestAccess, { body: { studyId } })
  }
  /** Of a new scan. */
  const requested = async (patient: TestUser) => {
    const studyId = await given.study({ project: patient.project, patient: patient.id })
    await signAndAsk(patient, studyId)
    return studyId
  }
  return { sign, signAndAsk, requested }
}
