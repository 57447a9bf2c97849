import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { messages } from '../../platform/base/messages.ts'
import { paths } from '../../platform/base/paths.ts'
import { EmptyState } from './EmptyState.tsx'

/** Staff on a page of a patient before a patient was chosen. */
export const NoPatient = () => (
  <EmptyState title={messages.noPatient.title} text={messages.noPatient.hint}>
    <Anchor component={Link} to={paths.patientList}>
      {messages.noPatient.toList}
    </Anchor>
  </EmptyState>
)
