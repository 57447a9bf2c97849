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

/** Asks before a scan goes to a patient whose name or birth date is not the one in the scan. */
export const ContradictionQuestion = ({ study, patient, confirm, onConfirm, onClose }: Props) => {
  const { name, dob } = contradictions(study, patient)
  const { dicom } = study
  const scan = texts.born(dicomName(dicom.name) || texts.nameless, birthDate(dicom.birth_date))
  return (
    <AlertDialog tone="warning" title={name && dob ? texts.both : name ? texts.name : texts.dob} onEscape={onClose}>
      <Text mb="md">{texts.question(scan, texts.born(patient.name, patient.dob ?? ''))}</Text>
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
