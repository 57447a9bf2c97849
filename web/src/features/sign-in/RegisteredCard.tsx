import { Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { IconMailOpened } from '@tabler/icons-react'
import { useConfig } from '../../platform/config.ts'
import { messages } from './messages.ts'
import { Success } from './Sentence.tsx'

/** After a registration: the next step is in the mailbox. */
export function RegisteredCard({ email, onSignIn }: { email: string; onSignIn: () => void }) {
  const demo = useConfig()?.demo
  return (
    <Stack>
      <Success>{messages.registered}</Success>
      <Title order={2} size="h3">
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
