import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { messages } from './messages.ts'

/** Staff on a page of a patient before a patient was chosen. */
export const NoPatient = () => (
  <EmptyState title={messages.details.noPatient} text={messages.details.noPatientHint}>
    <Anchor component={Link} to={paths.patientList}>
      {messages.details.toList}
    </Anchor>
  </EmptyState>
)
