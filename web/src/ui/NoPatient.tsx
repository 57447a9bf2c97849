import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { messages } from '../platform/messages.ts'
import { EmptyState } from './EmptyState.tsx'

/** Staff on a page of a patient before a patient was chosen. */
export const NoPatient = () => (
  <EmptyState title={messages.noPatient.title} text={messages.noPatient.hint}>
    <Anchor component={Link} to={paths.patientList}>
      {messages.noPatient.toList}
    </Anchor>
  </EmptyState>
)
