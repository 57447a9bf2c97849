import { registrationHours } from '@fornix/contract'
import { Button, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Success } from '../../ui/display/Sentence.tsx'
import { DemoMailLink } from '../../ui/shell/DemoMailLink.tsx'
import { messages } from './messages.ts'

/** After a registration: the next step is in the mailbox. */
export function RegisteredCard({ email, onSignIn }: { email: string; onSignIn: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The long form is gone, and with it the focus and the place on the page.
  useEffect(() => heading.current?.focus(), [])
  return (
    <Stack>
      <Success>{messages.registered}</Success>
      <Title order={2} size="h3" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        Now open your mail
      </Title>
      <Text>
        We have written to <strong style={{ overflowWrap: 'anywhere' }}>{email}</strong>. Open the email and follow its
        link on this device, so that we know the address is yours. If nothing arrives within a few minutes, look into
        the spam folder too.
      </Text>
      <Text c="dimmed">You have {registrationHours} hours. After that your registration is deleted.</Text>
      <DemoMailLink />
      <Button size="md" onClick={onSignIn}>
        Go to sign in
      </Button>
    </Stack>
  )
}
