import type { PatientRow } from '@fornix/contract'
import { Badge } from '@mantine/core'
import { messages } from './messages.ts'

/** Beside the name of a patient whom another one shares it with. */
export const NamesakeMark = ({ patient }: { patient: Pick<PatientRow, 'has_namesake'> }) =>
  patient.has_namesake && (
    <>
      {' '}
      <Badge component="span" size="sm" color="amber" variant="light" title={messages.staff.namesake.hint}>
        {messages.staff.namesake.mark}
      </Badge>
    </>
  )
