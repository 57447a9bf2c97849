import { Text } from '@mantine/core'
import { messages } from '../../platform/base/messages.ts'
import { useCared } from '../../platform/session/acted-for.ts'

/** Reminds a caregiver, before an action, for whom it is. `asks`: what follows are questions that address the patient. */
export const ForPerson = ({ asks = false }: { asks?: boolean }) => {
  const { name, firstName } = useCared()
  if (!name) return null
  return (
    <div>
      <Text size="sm" fw={600}>
        {messages.shell.forPerson(name)}
      </Text>
      {asks && <Text size="sm">{messages.shell.youIs(firstName)}</Text>}
    </div>
  )
}
