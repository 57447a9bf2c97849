import { NewPasswordForm } from '@fornix/contract'
import { Anchor, Button, Stack } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { send } from '../../platform/calls/api.ts'
import { refusalOf, statusOf } from '../../platform/http/failure.ts'
import { ErrorAlert, SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { PasswordChecklist } from '../../ui/form/PasswordChecklist.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { NarrowCard } from '../../ui/shell/NarrowCard.tsx'
import { messages } from './messages.ts'
import { useArea } from './use-area.ts'

const failureOf = (error: unknown) => {
  if (statusOf(error) === 0) return { isLink: false, sentence: messages.unexpected }
  const refusal = refusalOf(error)
  const isLink = refusal?.code.startsWith('link_') ?? false
  return { isLink, sentence: refusal && !refusal.fields ? refusal.error : messages.resetFailed }
}

/** Sets a new password with a mailed link. Signs nobody in: the new password is used once, at once, to prove it is known. */
export function ChangePasswordPage() {
  const { token = '' } = useParams()
  const { complete, entrance, requestPage } = useArea()
  const [done, setDone] = useState('')
  const form = useForm({
    initialValues: { password: '', confirm_password: '' },
    validate: schemaResolver(NewPasswordForm, { sync: true }),
    validateInputOnBlur: true,
  })
  const { submit, problem } = useSubmit(
    form,
    ({ password }) => send(complete, { params: { token }, body: { password } }),
    { onDone: ({ message }) => setDone(message), sentence: failureOf },
  )
  if (done)
    return (
      <NarrowCard title="New password">
        <Stack mt="md">
          <SuccessAlert>{done}</SuccessAlert>
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
          {problem && <ErrorAlert>{problem.sentence}</ErrorAlert>}
          {problem?.isLink && (
            <Anchor component={Link} to={requestPage}>
              Ask for a new link
            </Anchor>
          )}
          <PasswordField purpose="new-password" label="New password" {...form.getInputProps('password')} />
          <PasswordField purpose="new-password" label="Confirm password" {...form.getInputProps('confirm_password')} />
          <PasswordChecklist password={form.values.password} confirmation={form.values.confirm_password} />
          <Button type="submit" size="md" loading={form.submitting}>
            Save new password
          </Button>
        </Stack>
      </form>
    </NarrowCard>
  )
}
