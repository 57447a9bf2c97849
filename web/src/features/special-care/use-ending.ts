import { getPatientInfo, getSpecialCare, unmarkSpecialCare } from '@fornix/contract'
import { useForm } from '@mantine/form'
import { useSend } from '../../platform/calls/api.ts'
import { failureSentence } from '../../platform/http/failure.ts'
import { useNewest } from '../../ui/edit/use-newest.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { messages } from './messages.ts'

type Values = { reason: string }
type Ending = { patientKey: string; opened: Values; valuesOf: (current: unknown) => Values; onClose: () => void }

/** Ends special care: a form that saves no reason, and shows what was saved elsewhere since the dialog was opened. */
export const useEnding = ({ patientKey, opened, valuesOf, onClose }: Ending) => {
  const form = useForm<Values>({ initialValues: { reason: '' } })
  const unmarking = useSend(unmarkSpecialCare, { refreshes: [getPatientInfo, getSpecialCare] })
  const newest = useNewest({
    form,
    opened,
    send: (_, from) => unmarking.mutateAsync({ params: { key: patientKey }, body: { from: from.reason || null } }),
    valuesOf,
    onTaken: onClose,
  })
  const { again, problem } = useSubmit(form, newest.send, {
    onDone: onClose,
    handled: newest.handled,
    sentence: (error) => failureSentence(error, messages.failed),
  })
  return { newest, again, problem, isRunning: form.submitting }
}
