import { countPatients, listPatients, type PatientRow, restorePatient } from '@fornix/contract'
import { Text } from '@mantine/core'
import { identityOf } from '../../clinic/records/patient-identity.ts'
import { useSend } from '../../platform/calls/api.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { staffMessages } from './staff-messages.ts'

const { short: confirm, ...texts } = staffMessages.restore
const { cancel, failedTitle } = staffMessages.remove

type Props = { patient: PatientRow | undefined; onClose: () => void }

/** Asks for confirmation by name, restores the record, and shows the result. */
export const RestorePatient = ({ patient, onClose }: Props) => {
  const restore = useSend(restorePatient, { refreshes: [countPatients, listPatients] })
  return (
    <ConfirmDialog
      opened={patient !== undefined}
      onClose={onClose}
      sending={restore}
      onConfirm={() => patient && restore.mutate({ params: { patient_id: patient.patient_id } })}
      texts={{ ...texts, cancel, confirm, failedTitle }}
      done={patient ? texts.done(nameOf(patient)) : ''}
      // A conflict says why: the address or the number is in use elsewhere by now.
      failed={failureSentence(restore.error, texts.failed, isForReader)}
    >
      {patient && (
        <Text style={{ overflowWrap: 'anywhere' }}>
          <b>{nameOf(patient)}</b> ({identityOf(patient)}, {patient.patient_id}) {texts.text}
        </Text>
      )}
    </ConfirmDialog>
  )
}
