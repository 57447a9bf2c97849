import {
  countPatients,
  getMyPatientInfo,
  getMyScreening,
  getPatientInfo,
  getPatientSummary,
  getScreening,
  listPatients,
  type MedicalEdit,
  type MedicalInformation,
  type OwnPatient,
  type StaffPatient,
  updateMedicalInfo,
  updateMyMedicalInfo,
  updateMyProfile,
  updatePatient,
} from '@fornix/contract'
import { useCall, useSend } from '../../platform/calls/api.ts'
import { amendSession, currentSession, useSession } from '../../platform/session/session-store.ts'
import type { PatientChanges } from './sections.ts'

/** A patient's record with its editing functions; for staff and the patient, only the calls behind it differ. */
export type PatientRecord<P extends OwnPatient = OwnPatient> = {
  patient: P
  /** Null if the project withholds it from the reader. */
  medicalInformation: MedicalInformation | null
  /** It is withheld, and shown in an emergency: read-only. */
  in_emergency?: boolean
  savePatient: (changes: PatientChanges, version: number | undefined) => Promise<void>
  saveMedical: (changes: MedicalEdit, base: Partial<MedicalInformation>) => Promise<void>
  latest: () => Promise<Loaded<P>>
}

/** The patient's own view. */
export type OwnRecord = PatientRecord & { medicalInformation: MedicalInformation }

/** The staff's view. */
export type StaffRecord = PatientRecord<StaffPatient> & { has_namesake: boolean; special_care: boolean }

type Loaded<P> = { patient: P; medicalInformation: MedicalInformation | null }
type Refetch<P> = () => Promise<{ data?: Loaded<P> | undefined; error: unknown }>
const latestOf =
  <P>(refetch: Refetch<P>) =>
  async () => {
    const { data, error } = await refetch()
    if (error || !data) throw error ?? new Error('The record came back empty')
    return data
  }

/** What is shown of a record elsewhere; gender and age decide what is asked about MR safety. */
const shown = [getPatientSummary, getScreening]

export const usePatientRecord = (key: string | null) => {
  const query = useCall(getPatientInfo, { params: { key: key ?? '' } }, { enabled: key !== null })
  const patient = useSend(updatePatient, { refreshes: [countPatients, listPatients, ...shown] })
  const medical = useSend(updateMedicalInfo, { refreshes: shown })
  const record: StaffRecord | undefined = query.data && {
    ...query.data,
    latest: latestOf(query.refetch),
    savePatient: async (changes, version) => {
      const { _id, patient_id } = query.data.patient
      await patient.mutateAsync({ body: { ...changes, _id, patient_id, version } })
      await query.refetch()
    },
    saveMedical: async (changes, base) => {
      await medical.mutateAsync({ params: { key: query.data.patient.patient_id }, body: { ...changes, base } })
      await query.refetch()
    },
  }
  return { query, record }
}

/** Requested by patient id: the address may change in another tab. */
export const useOwnRecord = () => {
  const key = useSession()?.user.patient_id ?? ''
  const query = useCall(getMyPatientInfo, { params: { email: key } }, { enabled: key !== '' })
  const patient = useSend(updateMyProfile, { refreshes: [getMyScreening] })
  const medical = useSend(updateMyMedicalInfo, { refreshes: [getMyScreening] })
  const record: OwnRecord | undefined = query.data && {
    ...query.data,
    latest: latestOf(query.refetch),
    savePatient: async (changes, version) => {
      const { _id, patient_id } = query.data.patient
      const saved = await patient.mutateAsync({ body: { ...changes, _id, patient_id, version } })
      const user = currentSession()?.user
      const { first_name, last_name } = saved.patient
      // A session of somebody else may have begun meanwhile.
      if (user?.patient_id === patient_id) amendSession({ user: { ...user, first_name, last_name } })
      await query.refetch()
    },
    saveMedical: async (changes, base) => {
      await medical.mutateAsync({ params: { email: key }, body: { ...changes, base } })
      await query.refetch()
    },
  }
  return { query, record }
}
