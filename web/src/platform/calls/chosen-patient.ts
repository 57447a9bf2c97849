import { getPatientSession, setPatientSession } from '@fornix/contract'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../base/paths.ts'
import { useCall, useSend } from './api.ts'

const keyOfState = (state: unknown) =>
  state instanceof Object && 'patientKey' in state && typeof state.patientKey === 'string' ? state.patientKey : null

/** The reply is a string that also other programs read; only its JSON reading is used. */
const keyOfSession = (text: string): string | null => {
  try {
    const patient: unknown = JSON.parse(text)
    return patient instanceof Object && 'patient_id' in patient && typeof patient.patient_id === 'string'
      ? patient.patient_id || null
      : null
  } catch {
    return null
  }
}

/** Which patient this staff member works on: from the navigation, else what the session remembers. */
export const useChosenPatient = (enabled = true) => {
  const fromState = keyOfState(useLocation().state)
  const session = useCall(getPatientSession, {}, { enabled: enabled && fromState === null })
  return {
    key: fromState ?? (session.data ? keyOfSession(session.data.patient) : null),
    pending: enabled && fromState === null && session.isPending,
  }
}

/** Opens a patient's record, and lets the session remember whose, for a reload and for /files. */
export const useOpenPatient = () => {
  const navigate = useNavigate()
  const choose = useSend(setPatientSession, { refreshes: [getPatientSession] })
  const remember = (patientKey: string) => choose.mutateAsync({ body: { patient_id: patientKey } })
  return {
    open: async (patientKey: string, tab?: string) => {
      // The page can be shown without the memory, so a failure here does not stop anybody.
      await remember(patientKey).catch(() => undefined)
      await navigate({ pathname: paths.profile, search: tab ? `?tab=${tab}` : '' }, { state: { patientKey } })
    },
    /** A new window only knows what the session remembers: without that it would show another patient. */
    openWindow: async (patientKey: string) => {
      await remember(patientKey)
      window.open(paths.profile, '_blank')
    },
  }
}
