import { Text } from '@mantine/core'
import { messages } from '../../platform/base/messages.ts'
import { useCared } from '../../platform/session/acted-for.ts'

/** Reminds a caregiver, before an action, for whom it is. */
export const ForPerson = () => {
  const { name } = useCared()
  if (!name) return null
  return (
    <Text size="sm" fw={600}>
      {messages.shell.forPerson(name)}
    </Text>
  )
}
