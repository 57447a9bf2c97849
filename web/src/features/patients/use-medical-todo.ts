import { type MedicalInformation, mayBePregnant } from '@fornix/contract'
import { IconClipboardText } from '@tabler/icons-react'
import type { Todo } from '../../clinic/records/TodoItem.tsx'
import { paths } from '../../platform/base/paths.ts'
import { messages } from './messages.ts'
import { useOwnRecord } from './use-patient-record.ts'

// Without these nobody can be scanned; the others may legitimately be empty. Head and neck are measured at the visit.
const ofPregnancy = ['pregnant_or_nursing', 'birth_control_pills'] as const
const neededOf = (medical: MedicalInformation) => [
  ...(medical.gender === '' ? ['gender' as const] : []),
  ...(mayBePregnant(medical) ? ofPregnancy : []),
]

/** On a patient's home, as long as an answer required for a scan is missing. */
export const useMedicalTodo = (): Todo | undefined => {
  const { record } = useOwnRecord()
  const medical = record?.medicalInformation
  const open = medical ? neededOf(medical).filter((name) => medical[name] === '') : []
  if (open.length === 0) return
  return {
    icon: IconClipboardText,
    title: messages.home.medicalTodo,
    text: messages.home.medicalTodoText(open.map((name) => messages.home.medicalTodoNames[name])),
    to: `${paths.patientTab('profile')}#medical-information`,
  }
}
