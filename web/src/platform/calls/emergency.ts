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
import { refreshCalls, useCall } from './api.ts'
import { useIsAllowed, useWithheld } from './rights.ts'

/** What to fetch again when a record is opened in an emergency, and when the emergency access ends. */
export const emergencyReads = [listMyEmergencies, getPatientInfo, getPatientSummary, getScreening]
export const refreshEmergency = () => refreshCalls(...emergencyReads)

const pollMs = 60_000

/** The records that the caller has open in an emergency. Requested only if something is withheld from the caller. */
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

/** Whether a record's medical information is withheld; emergency access opens it for reading. */
export const useWithheldOf = (patientKey: string) => {
  const withheld = useWithheld(openedInEmergency)
  const isOpen = useIsOpenInEmergency(patientKey)
  return { withheld: isOpen ? '' : withheld, inEmergency: isOpen && withheld !== '' }
}

export const useMayOpenInEmergency = () => {
  const role = useSession()?.role
  return useIsAllowed('emergency_access') && role !== undefined && isOperator(role)
}

let requestedRecord: string | undefined
const listeners = new Set<() => void>()

/** Opens the emergency dialog, which the staff shell shows over the page; undefined closes it. */
export const askForEmergency = (patientKey: string | undefined) => {
  requestedRecord = patientKey
  for (const listener of listeners) listener()
}

/** The record for which emergency access is being requested. */
export const useEmergencyRequest = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => requestedRecord,
    () => undefined,
  )
