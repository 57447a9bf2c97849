import { stopOperatorEmailChange, stopPatientEmailChange } from '@fornix/contract'
import { useLocation, useParams } from 'react-router'
import { TakeBackPage } from '../../clinic/shell/TakeBackPage.tsx'
import { useSend } from '../../platform/calls/api.ts'
import { messages } from './messages.ts'

/** The page of the link in the email to the old address. */
export function StopEmailChangePage() {
  const { token = '' } = useParams()
  const area = /^\/operator\//i.test(useLocation().pathname) ? 'operator' : 'patient'
  const stop = useSend<typeof stopPatientEmailChange>(
    area === 'operator' ? stopOperatorEmailChange : stopPatientEmailChange,
  )
  return (
    <TakeBackPage
      title={messages.stopTitle}
      lead={messages.stopLead}
      button={messages.keep}
      failed={messages.notStopped}
      toSignIn={messages.toSignIn}
      call={stop}
      onPress={() => stop.mutate({ params: { token } })}
      done={stop.data && { ...stop.data, area }}
    />
  )
}
