import { getPatientInfo, getSpecialCare, markSpecialCare, type ResponseOf, SpecialCareForm } from '@fornix/contract'
import { Button, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type FormEvent, useState } from 'react'
import { useCall, useSend } from '../../platform/calls/api.ts'
import { failureSentence } from '../../platform/http/failure.ts'
import { DialogForm } from '../../ui/dialog/DialogForm.tsx'
import { Modal } from '../../ui/dialog/modal-part.ts'
import { formatDateTime } from '../../ui/display/dates.ts'
import { NewestPanel } from '../../ui/edit/NewestPanel.tsx'
import { useNewest } from '../../ui/edit/use-newest.ts'
import { ReasonField } from '../../ui/form/ReasonField.tsx'
import { readOnlyForm } from '../../ui/form/read-only-form.ts'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { messages } from './messages.ts'
import { useEnding } from './use-ending.ts'

type Props = { patientKey: string; onClose: () => void }
type DialogProps = Props & { opened: boolean }
type Mark = ResponseOf<typeof getSpecialCare>['mark']

const valuesOf = (mark: Mark) => ({ reason: mark?.reason ?? '' })

const MarkForm = ({ patientKey, mark, onClose }: Props & { mark: Mark }) => {
  const refreshes = [getPatientInfo, getSpecialCare]
  const params = { key: patientKey }
  const opened = valuesOf(mark)
  const form = useForm({ initialValues: opened, validate: schemaResolver(SpecialCareForm) })
  const marking = useSend(markSpecialCare, { refreshes })
  const newest = useNewest({
    form,
    opened,
    send: (body, from) => marking.mutateAsync({ params, body: { ...body, from: from.reason || null } }),
    valuesOf: (current) => valuesOf(current as Mark),
    onTaken: onClose,
  })
  const { submit, again, problem, fields } = useSubmit(form, newest.send, {
    onDone: onClose,
    handled: newest.handled,
    sentence: (error) => failureSentence(error, messages.failed),
  })
  const ending = useEnding({ patientKey, opened, valuesOf: (current) => valuesOf(current as Mark), onClose })
  // What was pressed last is what is told of, and what is asked about.
  const [isEnding, setEnding] = useState(false)
  const save = (event: FormEvent<HTMLFormElement>) => {
    setEnding(false)
    submit(event)
  }
  const end = () => {
    setEnding(true)
    void ending.again()
  }
  const asks = isEnding ? ending : { newest, again, problem }
  return (
    <DialogForm
      submission={{ submit: save, problem: asks.problem, busy: form.submitting || ending.isRunning }}
      confirm={mark ? messages.save : messages.mark}
      onCancel={onClose}
      aside={
        mark && (
          <Button variant="subtle" color="red" loading={ending.isRunning} disabled={form.submitting} onClick={end}>
            {messages.unmark}
          </Button>
        )
      }
    >
      <Text size="sm">{messages.lead}</Text>
      <ReasonField
        texts={messages}
        required
        data-autofocus
        {...(ending.isRunning ? readOnlyForm(form) : fields).getInputProps('reason')}
      />
      {mark && (
        <Text size="sm" c="dimmed">
          {messages.since(mark.by, formatDateTime(mark.at))}
        </Text>
      )}
      <NewestPanel
        newest={asks.newest}
        labels={{ reason: messages.field }}
        shown={(_, reason) => reason || messages.unmarked}
        again={asks.again}
      />
    </DialogForm>
  )
}

const MarkLoader = (props: Props) => {
  const query = useCall(getSpecialCare, { params: { key: props.patientKey } }, { staleTime: 0 })
  if (query.isPending) return <LoadingState rows={3} height={32} />
  if (query.isLoadingError) return <ErrorState message={messages.loadFailed} onRetry={() => void query.refetch()} />
  return <MarkForm {...props} mark={query.data.mark} />
}

export const MarkDialog = ({ opened, ...props }: DialogProps) => (
  <Modal opened={opened} onClose={props.onClose} title={messages.title}>
    <MarkLoader {...props} />
  </Modal>
)
