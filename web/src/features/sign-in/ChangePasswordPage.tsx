import { NewPasswordForm } from '@fornix/contract'
import { Anchor, Button, Stack } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { ApiFailure, send } from '../../platform/calls/api.ts'
import { Problem, Success } from '../../ui/display/Sentence.tsx'
import { PasswordChecklist } from '../../ui/form/PasswordChecklist.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { NarrowCard } from '../../ui/shell/NarrowCard.tsx'
import { messages } from './messages.ts'
import { useArea } from './use-area.ts'

type Outcome = { done: boolean; sentence: string; isLink?: boolean }

const outcomeOf = (error: unknown): Outcome => {
  if (!(error instanceof ApiFailure) || error.status === 0) return { done: false, sentence: messages.unexpected }
  const isLink = error.body?.code.startsWith('link_') ?? false
  const says = error.status < 500 && error.body && !error.body.fields
  return { done: false, isLink, sentence: says ? error.message : messages.resetFailed }
}

/** Sets a new password with a mailed link. Signs nobody in: the new password is used once, at once, to prove it is known. */
export function ChangePasswordPage() {
  const { token = '' } = useParams()
  const { complete, entrance, requestPage } = useArea()
  const [outcome, setOutcome] = useState<Outcome>()
  const form = useForm({
    initialValues: { password: '', confirm_password: '' },
    validate: schemaResolver(NewPasswordForm, { sync: true }),
    validateInputOnBlur: true,
  })
  const submit = form.onSubmit(
    async ({ password }) => {
      setOutcome(undefined)
      try {
        const { message } = await send(complete, { params: { token }, body: { password } })
        setOutcome({ done: true, sentence: message })
      } catch (error) {
        setOutcome(outcomeOf(error))
        if (error instanceof ApiFailure && error.body?.fields) form.setErrors(error.body.fields)
      }
    },
    (errors) => form.getInputNode(errors['password'] ? 'password' : 'confirm_password')?.focus(),
  )
  if (outcome?.done)
    return (
      <NarrowCard title="New password">
        <Stack mt="md">
          <Success>{outcome.sentence}</Success>
          <Button size="md" component={Link} to={entrance}>
            Go to sign in
          </Button>
        </Stack>
      </NarrowCard>
    )
  return (
    <NarrowCard title="New password" lead="Choose a new password. You will be signed out everywhere else.">
      <form onSubmit={submit} noValidate>
        <Stack>
          {outcome && <Problem>{outcome.sentence}</Problem>}
          {outcome?.isLink && (
            <Anchor component={Link} to={requestPage}>
              Ask for a new link
            </Anchor>
          )}
          <PasswordField
            purpose="new-password"
            label="New password"
            required
            withAsterisk={false}
            {...form.getInputProps('password')}
          />
          <PasswordField
            purpose="new-password"
            label="Confirm password"
            required
            withAsterisk={false}
            {...form.getInputProps('confirm_password')}
          />
          <PasswordChecklist password={form.values.password} confirmation={form.values.confirm_password} />
          <Button type="submit" size="md" loading={form.submitting}>
            Save new password
          </Button>
        </Stack>
      </form>
    </NarrowCard>
  )
}
