import { getPatientSession, setPatientSession } from '@fornix/contract'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { patientParameter as parameter, paths } from '../base/paths.ts'
import { useAddress } from '../base/use-address.ts'
import { useCall, useIsSending, useSend } from './api.ts'

/** The address of a patient's record as staff see it, which names the patient: whoever opens it sees that record and no other. */
export const recordAddress = (patientId: string, tab?: string) =>
  `${paths.profile}?${new URLSearchParams({ [parameter]: patientId, ...(tab && { tab }) })}`

/** Whether this window shows that record. */
export const useIsShown = (patientId: string) => {
  const { pathname, search } = useLocation()
  return pathname === paths.profile && new URLSearchParams(search).get(parameter) === patientId
}

/** The response is a string that also other programs read; only its JSON reading is used. */
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

/**
 * Which patient this window shows: the one that its address names. An address without one asks once whom the session
 * remembers, and names that patient from then on: the memory is one for all windows and may change at any time.
 */
export const useChosenPatient = () => {
  const [search, changeSearch] = useAddress()
  const named = search.get(parameter)
  // Until it has heard of the patient who was opened last, it would tell of the one before.
  const isRemembering = useIsSending(setPatientSession)
  const memory = useCall(getPatientSession, {}, { enabled: named === null && !isRemembering, staleTime: 0 })
  // What an earlier page was told may be somebody else by now.
  const isFetched = memory.isFetchedAfterMount && !memory.isFetching
  const remembered = isFetched && memory.isSuccess ? keyOfSession(memory.data.patient) : null
  useEffect(() => {
    if (named === null && remembered !== null)
      changeSearch(
        (next) => {
          // A link to another record may have been followed meanwhile.
          if (!next.has(parameter)) next.set(parameter, remembered)
          return next
        },
        { replace: true, preventScrollReset: true },
      )
  }, [named, remembered, changeSearch])
  return { key: named, pending: named === null && (!isFetched || remembered !== null) }
}

/** Lets the session remember whose record is shown, for a page whose address names no patient. */
export const useRememberPatient = (patientId: string) => {
  const { mutate } = useSend(setPatientSession, { inOrder: true })
  useEffect(() => mutate({ body: { patient_id: patientId } }), [mutate, patientId])
}

type Where = { tab?: string; aside?: boolean }

/** Opens a patient's record, in this window or aside in one of its own. */
export const useOpenPatient = () => {
  const navigate = useNavigate()
  return (patientId: string, { tab, aside = false }: Where = {}) => {
    const address = recordAddress(patientId, tab)
    if (aside) window.open(address, '_blank')
    else void navigate(address)
  }
}
