import { Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { IconMailOpened } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useConfig } from '../../platform/config.ts'
import { Success } from '../../ui/Sentence.tsx'
import { messages } from './messages.ts'

/** After a registration: the next step is in the mailbox. */
export function RegisteredCard({ email, onSignIn }: { email: string; onSignIn: () => void }) {
  const demo = useConfig()?.demo
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
        We have written to <strong>{email}</strong>. Open the mail and follow its link, so that we know the address is
        yours. If nothing arrives within a few minutes, look into the spam folder too.
      </Text>
      <Text c="dimmed">You can sign in right away; please confirm the address within 24 hours.</Text>
      {demo && (
        <Anchor href="/demo/mail" target="_blank" rel="noopener">
          <IconMailOpened size={18} aria-hidden /> Open the demo mailbox (opens in a new tab)
        </Anchor>
      )}
      <Button size="md" onClick={onSignIn}>
        Go to sign in
      </Button>
    </Stack>
  )
}
