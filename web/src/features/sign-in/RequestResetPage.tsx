import { isEmail } from '@fornix/contract'
import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Link } from 'react-router'
import { ApiFailure, send } from '../../platform/calls/api.ts'
import { Problem, Success } from '../../ui/display/Sentence.tsx'
import { NarrowCard } from '../../ui/shell/NarrowCard.tsx'
import { messages } from './messages.ts'
import { useArea } from './use-area.ts'

const sentenceOf = (error: unknown) => {
  if (!(error instanceof ApiFailure) || error.status === 0) return messages.resetError
  if (error.status === 400) return messages.unknownEmail
  if (error.status === 429 && error.body) return error.message
  return messages.resetNotStarted
}

/** Asks for a mail with a reset link; the answer appears in place. */
export function RequestResetPage() {
  const { request, entrance } = useArea()
  const [outcome, setOutcome] = useState<{ sent: boolean; sentence: string }>()
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (email) => (isEmail(email.trim()) ? null : 'Invalid email format') },
  })
  const submit = form.onSubmit(
    async ({ email }) => {
      setOutcome(undefined)
      try {
        await send(request, { params: { email: email.trim() } })
        setOutcome({ sent: true, sentence: messages.resetSent })
      } catch (error) {
        setOutcome({ sent: false, sentence: sentenceOf(error) })
      }
    },
    () => form.getInputNode('email')?.focus(),
  )
  return (
    <NarrowCard
      title="Reset your password"
      lead="Enter the email address of your account. We will send you a link that works for 30 minutes."
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          {outcome && (outcome.sent ? <Success>{outcome.sentence}</Success> : <Problem>{outcome.sentence}</Problem>)}
          <TextInput
            label="Email"
            type="email"
            size="md"
            required
            withAsterisk={false}
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('email')}
          />
          <Button type="submit" size="md" disabled={form.submitting}>
            {form.submitting ? messages.sendingReset : messages.sendReset}
          </Button>
          <Anchor component={Link} to={entrance} ta="center">
            Back to sign in
          </Anchor>
        </Stack>
      </form>
    </NarrowCard>
  )
}
