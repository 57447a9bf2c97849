import { Text } from '@mantine/core'
import { useCared } from '../../platform/session/acted-for.ts'
import { messages } from './messages.ts'

/** Reminds a caregiver, before an action, for whom it is. `asks`: what follows are questions that address the patient. */
export const ForPerson = ({ asks = false }: { asks?: boolean }) => {
  const { name, firstName } = useCared()
  if (!name) return null
  return (
    <div>
      <Text size="sm" fw={600}>
        {messages.forPerson(name)}
      </Text>
      {asks && <Text size="sm">{messages.youMeans(firstName)}</Text>}
    </div>
  )
}
