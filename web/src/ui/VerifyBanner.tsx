import { resendVerification } from '@fornix/contract'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconMailExclamation } from '@tabler/icons-react'
import { useSend } from '../platform/api.ts'
import { messages } from '../platform/messages.ts'
import { useSession } from '../platform/session.tsx'

const texts = messages.shell

/** Asks to confirm the e-mail address; sign-in without it works for a day only. */
export const VerifyBanner = () => {
  const session = useSession()
  const again = useSend(resendVerification)
  if (!session || session.emailVerified) return null
  return (
    <Alert role="note" color="amber" icon={<IconMailExclamation aria-hidden />} mb="md" className="no-print">
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 240px" style={{ overflowWrap: 'anywhere' }}>
          {texts.unverified}
          {session.user.email}
        </Text>
        <Button variant="default" loading={again.isPending} onClick={() => again.mutate({})}>
          {texts.sendAgain}
        </Button>
      </Group>
      <Text size="sm" role="status" fw={500}>
        {again.isSuccess && texts.sentAgain}
        {again.isError && texts.notSent}
      </Text>
    </Alert>
  )
}
