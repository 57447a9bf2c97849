import {
  getPatientInfo,
  getSpecialCare,
  markSpecialCare,
  type Reply,
  SpecialCareForm,
  unmarkSpecialCare,
} from '@fornix/contract'
import { Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall, useSend } from '../../platform/calls/api.ts'
import { refusalOf } from '../../platform/http/failure.ts'
import { useSession } from '../../platform/session/session.tsx'
import { DialogButtons } from '../../ui/dialog/DialogButtons.tsx'
import { Modal } from '../../ui/dialog/modal-part.ts'
import { formatDateTime } from '../../ui/display/dates.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { ReasonField } from '../../ui/form/ReasonField.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { messages } from './messages.ts'

type Props = { patientKey: string; onClose: () => void }
type Mark = Reply<typeof getSpecialCare>['mark']

const MarkForm = ({ patientKey, mark, onClose }: Props & { mark: Mark }) => {
  const refreshes = [getPatientInfo, getSpecialCare]
  const params = { key: patientKey }
  const form = useForm({
    initialValues: { reason: mark?.reason ?? '' },
    validate: schemaResolver(SpecialCareForm),
  })
  const marking = useSend(markSpecialCare, { refreshes })
  const unmarking = useSend(unmarkSpecialCare, { refreshes })
  const { submit, problem } = useSubmit(form, (body) => marking.mutateAsync({ params, body }), {
    onDone: onClose,
    sentence: (error) => refusalOf(error)?.error ?? messages.failed,
  })
  const failed = problem ?? (unmarking.isError ? messages.failed : undefined)
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">{messages.lead}</Text>
        <ReasonField texts={messages} required {...form.getInputProps('reason')} />
        {mark && (
          <Text size="sm" c="dimmed">
            {messages.since(mark.by, formatDateTime(mark.at))}
          </Text>
        )}
        {failed && <ErrorAlert>{failed}</ErrorAlert>}
        <DialogButtons
          confirm={mark ? messages.save : messages.mark}
          onCancel={onClose}
          busy={form.submitting}
          aside={
            mark && (
              <Button
                variant="subtle"
                color="red"
                loading={unmarking.isPending}
                disabled={form.submitting}
                onClick={() => unmarking.mutate({ params }, { onSuccess: onClose })}
              >
                {messages.unmark}
              </Button>
            )
          }
        />
      </Stack>
    </form>
  )
}

const MarkDialog = (props: Props) => {
  const query = useCall(getSpecialCare, { params: { key: props.patientKey } }, { staleTime: 0 })
  return (
    <Modal opened onClose={props.onClose} title={messages.title}>
      {query.isPending && <LoadingState rows={3} height={32} />}
      {query.isError && <ErrorState message={messages.loadFailed} onRetry={() => void query.refetch()} />}
      {query.data && <MarkForm {...props} mark={query.data.mark} />}
    </Modal>
  )
}

/** Puts a record under special care, or ends it; nobody but admins sees it. */
export const SpecialCare = ({ patientKey }: { patientKey: string }) => {
  const [opened, setOpened] = useState(false)
  if (useSession()?.audience !== 'admin') return null
  return (
    <>
      <Button
        variant="default"
        fz="sm"
        leftSection={<IconShieldLock size={16} aria-hidden />}
        onClick={() => setOpened(true)}
        className="no-print"
      >
        {messages.button}
      </Button>
      {opened && <MarkDialog patientKey={patientKey} onClose={() => setOpened(false)} />}
    </>
  )
}
