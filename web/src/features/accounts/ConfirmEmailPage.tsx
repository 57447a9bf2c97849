import { confirmOperatorEmail, confirmPatientEmail, getUser } from '@fornix/contract'
import { Button, Center, Loader, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { paths } from '../../paths.ts'
import { ApiFailure, send } from '../../platform/api.ts'
import { useSession } from '../../platform/session.tsx'
import { amendSession, currentSession } from '../../platform/session-store.ts'
import { useOnce } from '../../platform/use-once.ts'
import { NarrowCard } from '../../ui/NarrowCard.tsx'
import { Problem, Success } from '../../ui/Sentence.tsx'
import { messages } from './messages.ts'

type Outcome = { confirmed: boolean; sentence: string }

const confirm = async (call: typeof confirmPatientEmail, token: string): Promise<Outcome> => {
  try {
    const { message } = await send(call, { params: { token } })
    return { confirmed: true, sentence: message }
  } catch (error) {
    const isAnswer = error instanceof ApiFailure && error.status > 0 && error.status < 500
    return { confirmed: false, sentence: isAnswer ? error.message : messages.unexpected }
  }
}
/** The address of whoever is signed in here may be the one that has just changed. */
const amend = async () => {
  if (currentSession()) amendSession({ user: (await send(getUser, {})).user_object })
}

/** The page of the mailed link. It posts, because mail scanners open links but press nothing and run no page. */
export function Component() {
  const { token = '' } = useParams()
  const isStaff = /^\/operator\//i.test(useLocation().pathname)
  const session = useSession()
  const [outcome, setOutcome] = useState<Outcome>()
  useOnce(async () => {
    setOutcome(await confirm(isStaff ? confirmOperatorEmail : confirmPatientEmail, token))
    await amend().catch(() => undefined)
  })
  if (!outcome)
    return (
      <NarrowCard title={messages.confirming}>
        <Center mih={120} role="status" aria-label={messages.confirming}>
          <Loader />
        </Center>
      </NarrowCard>
    )
  const Said = outcome.confirmed ? Success : Problem
  const entrance = isStaff ? paths.physicians : paths.patients
  return (
    <NarrowCard title={messages.confirmTitle}>
      <Stack mt="md">
        <Said>{outcome.sentence}</Said>
        <Button size="md" component={Link} to={session ? paths.account : entrance}>
          {session ? messages.title : messages.toSignIn}
        </Button>
      </Stack>
    </NarrowCard>
  )
}
