import { EmergencyForm, getPatientInfo, openEmergency, type ResponseOf } from '@fornix/contract'
import { List, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { identityOf } from '../../clinic/records/patient-identity.ts'
import { useCall, useSend } from '../../platform/calls/api.ts'
import { emergencyReads } from '../../platform/calls/emergency.ts'
import { failureSentence } from '../../platform/http/failure.ts'
import { DialogForm } from '../../ui/dialog/DialogForm.tsx'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { ReasonField } from '../../ui/form/ReasonField.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { messages } from './messages.ts'

const texts = messages.ask
type Props = { patientKey: string; onClose: () => void }
type OpenedRecord = ResponseOf<typeof getPatientInfo>

const Question = ({ patientKey, onClose, record }: Props & { record: OpenedRecord }) => {
  const { patient, has_namesake } = record
  const form = useForm({ initialValues: { reason: '' }, validate: schemaResolver(EmergencyForm) })
  const opening = useSend(openEmergency, { refreshes: emergencyReads })
  const { fields, ...submission } = useSubmit(
    form,
    (body) => opening.mutateAsync({ params: { key: patientKey }, body }),
    {
      onDone: onClose,
      sentence: (error) => failureSentence(error, texts.failed),
    },
  )
  return (
    <DialogForm submission={submission} confirm={texts.open} onCancel={onClose} grave>
      <div>
        <Text fw={600}>{nameOf(patient)}</Text>
        <Text size="sm">
          <WholeFacts>{identityOf({ ...patient, has_namesake })}</WholeFacts>
        </Text>
      </div>
      <Text>{texts.lead}</Text>
      <List size="sm" spacing="xs">
        <List.Item>{texts.opens}</List.Item>
        <List.Item>{texts.told}</List.Item>
        <List.Item>{texts.patient}</List.Item>
      </List>
      <ReasonField texts={texts} required data-autofocus {...fields.getInputProps('reason')} />
    </DialogForm>
  )
}

/** Asks why one record is to be opened in an emergency, and explains the consequences. */
export const EmergencyDialog = (props: Props) => {
  // The page behind has just shown it.
  const query = useCall(getPatientInfo, { params: { key: props.patientKey } }, { staleTime: Number.POSITIVE_INFINITY })
  return (
    <Modal opened onClose={props.onClose} title={texts.title}>
      {query.isPending && <LoadingState rows={3} height={32} />}
      {!query.data && query.isError && <ErrorState message={texts.loadFailed} onRetry={() => void query.refetch()} />}
      {query.data && <Question {...props} record={query.data} />}
    </Modal>
  )
}
