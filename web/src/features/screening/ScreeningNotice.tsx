import { Alert, Button, Text } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { messages } from './messages.ts'
import { neededDay, useMyScreening } from './use-my-screening.ts'

/** Beside a patient's appointments, as long as the next one has no valid answers. */
export const ScreeningNotice = () => {
  const day = neededDay(useMyScreening().query.data)
  if (!day) return null
  return (
    <Alert color="amber" icon={<IconShieldCheck aria-hidden />} title={messages.todo.title}>
      <Text size="sm" mb="sm">
        {messages.forVisit(day)}
      </Text>
      <Button component={Link} to={paths.mrSafety}>
        {messages.answerNow}
      </Button>
    </Alert>
  )
}
