import {
  getPatientInfo,
  getPatientSummary,
  getScreening,
  isOperator,
  listMyEmergencies,
  openedInEmergency,
} from '@fornix/contract'
import { useSyncExternalStore } from 'react'
import { useSession } from '../session/session-store.ts'
import { refreshCall, useCall } from './api.ts'
import { useIsAllowed, useWithheld } from './rights.ts'

/** What is asked again when a record was opened in an emergency, and when that is over. */
export const emergencyReads = [listMyEmergencies, getPatientInfo, getPatientSummary, getScreening]
export const refreshEmergency = () => Promise.all(emergencyReads.map(refreshCall))

const pollMs = 60_000

/** The records that the caller has open in an emergency. Asked only of whom something is withheld from. */
export const useEmergencies = () => {
  const isWithheld = useWithheld(openedInEmergency) !== ''
  const { data, dataUpdatedAt } = useCall(
    listMyEmergencies,
    {},
    { enabled: isWithheld, refetchInterval: ({ state }) => (state.data?.open.length ? pollMs : false) },
  )
  return { open: (isWithheld && data?.open) || [], askedAt: dataUpdatedAt }
}

const useIsOpenInEmergency = (patientKey: string) =>
  useEmergencies().open.some(({ record }) => record.patient_id === patientKey)

/** Whether medical information is withheld, of one record: an emergency opens it, to read. */
export const useWithheldOf = (patientKey: string) => {
  const withheld = useWithheld(openedInEmergency)
  const isOpen = useIsOpenInEmergency(patientKey)
  return { withheld: isOpen ? '' : withheld, inEmergency: isOpen && withheld !== '' }
}

export const useMayOpenInEmergency = () => {
  const role = useSession()?.role
  return useIsAllowed('emergency_access') && role !== undefined && isOperator(role)
}

let asked: string | undefined
const listeners = new Set<() => void>()

/** Opens the question in front of the page, which the frame of staff shows; undefined closes it. */
export const askForEmergency = (patientKey: string | undefined) => {
  asked = patientKey
  for (const listener of listeners) listener()
}

/** Of which record somebody wants emergency access. */
export const useAskedForEmergency = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
    () => undefined,
  )
