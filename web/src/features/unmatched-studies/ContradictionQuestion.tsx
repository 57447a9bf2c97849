import type { UnmatchedStudy } from '@fornix/contract'
import { Button, Group, Text } from '@mantine/core'
import type { FoundPatient } from '../../clinic/records/PatientFinder.tsx'
import { AlertDialog } from '../../ui/dialog/AlertDialog.tsx'
import { messages } from './messages.ts'
import { birthDate, contradictions, dicomName } from './study-words.ts'

const texts = messages.contradiction

type Props = {
  study: UnmatchedStudy
  patient: FoundPatient
  confirm: string
  onConfirm: () => void
  onClose: () => void
}

/** A birth date is not broken into lines: it is what is compared. */
const Person = ({ name, day }: { name: string; day: string }) => (
  <>
    {name} <span style={{ whiteSpace: 'nowrap' }}>{texts.born(day)}</span>
  </>
)

/** Asks before a scan goes to a patient whose name or birth date is not the one in the scan. */
export const ContradictionQuestion = ({ study, patient, confirm, onConfirm, onClose }: Props) => {
  const { name, dob } = contradictions(study, patient)
  const { dicom } = study
  const [ofScan, toPatient] = texts.question
  return (
    <AlertDialog tone="warning" title={name && dob ? texts.both : name ? texts.name : texts.dob} onEscape={onClose}>
      <Text mb="md">
        {ofScan} <Person name={dicomName(dicom.name) || texts.nameless} day={birthDate(dicom.birth_date)} /> {toPatient}{' '}
        <Person name={patient.name} day={patient.dob ?? ''} />?
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" data-autofocus onClick={onClose}>
          {texts.back}
        </Button>
        <Button color="red" onClick={onConfirm}>
          {confirm}
        </Button>
      </Group>
    </AlertDialog>
  )
}
