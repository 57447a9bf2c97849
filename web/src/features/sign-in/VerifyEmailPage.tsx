import { verifyEmail } from '@fornix/contract'
import { Button, Center, Loader, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { paths } from '../../paths.ts'
import { ApiFailure, send } from '../../platform/api.ts'
import { useSession } from '../../platform/session.tsx'
import { amendSession } from '../../platform/session-store.ts'
import { useOnce } from '../../platform/use-once.ts'
import { NarrowCard } from '../../ui/NarrowCard.tsx'
import { Problem, Success } from '../../ui/Sentence.tsx'
import { messages } from './messages.ts'

type Outcome = { confirmed: boolean; sentence: string }

const confirm = async (token: string): Promise<Outcome> => {
  try {
    const { message } = await send(verifyEmail, { params: { token }, body: {} })
    amendSession({ emailVerified: true })
    return { confirmed: true, sentence: message }
  } catch (error) {
    const isAnswer = error instanceof ApiFailure && error.status > 0 && error.status < 500
    return { confirmed: false, sentence: isAnswer ? error.message : messages.unexpected }
  }
}

/** The page of the mailed link. It posts, because mail scanners open links but press nothing and run no page. */
export function Component() {
  const { token = '' } = useParams()
  const session = useSession()
  const [outcome, setOutcome] = useState<Outcome>()
  useOnce(async () => setOutcome(await confirm(token)))
  if (!outcome)
    return (
      <NarrowCard title="Confirming your e-mail address">
        <Center mih={120} role="status" aria-label="Confirming your e-mail address">
          <Loader />
        </Center>
      </NarrowCard>
    )
  if (outcome.confirmed)
    return (
      <NarrowCard title="Your e-mail address">
        <Stack mt="md">
          <Success>{outcome.sentence}</Success>
          <Button size="md" component={Link} to={session ? paths.profile : paths.patients}>
            {session ? 'Go to your profile' : 'Go to sign in'}
          </Button>
        </Stack>
      </NarrowCard>
    )
  return (
    <NarrowCard title="Your e-mail address">
      <Stack mt="md">
        <Problem>{outcome.sentence}</Problem>
        <Text c="dimmed">
          Sign in to get a new link: it is offered at the top of the page until your address is confirmed.
        </Text>
        <Button size="md" component={Link} to={session ? paths.profile : paths.patients}>
          {session ? 'Go to your profile' : 'Go to sign in'}
        </Button>
      </Stack>
    </NarrowCard>
  )
}
