import { NewPasswordForm } from '@fornix/contract'
import { Anchor, Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { send } from '../../platform/calls/api.ts'
import { refusalOf, statusOf } from '../../platform/http/failure.ts'
import { t } from '../../platform/language/t.ts'
import { ErrorAlert, SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { PasswordChecklist } from '../../ui/form/PasswordChecklist.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
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

/** Sets a new password with an emailed link. Signs nobody in: the new password is used once, immediately, to prove it is known. */
export function ChangePasswordPage() {
  const { token = '' } = useParams()
  const { complete, entrance, requestPage } = useArea()
  const [done, setDone] = useState('')
  const form = useForm({
    initialValues: { password: '', confirm_password: '' },
    validate: schemaResolver(NewPasswordForm),
    validateInputOnBlur: true,
  })
  const { submit, failure, stopped, fields } = useSubmit(
    form,
    ({ password }) => send(complete, { params: { token }, body: { password } }),
    { onDone: ({ message }) => setDone(message), sentence: failureOf },
  )
  if (done)
    return (
      <NarrowCard title={t('New password')}>
        <Stack mt="md">
          <SuccessAlert>{done}</SuccessAlert>
          <Button size="md" component={Link} to={entrance}>
            {t('Go to sign in')}
          </Button>
        </Stack>
      </NarrowCard>
    )
  return (
    <NarrowCard title={t('New password')} lead={t('Choose a new password. You will be signed out everywhere else.')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {(failure ?? stopped) && <ErrorAlert>{failure?.sentence ?? stopped}</ErrorAlert>}
          {failure?.isLink && (
            <Anchor component={Link} to={requestPage}>
              {t('Ask for a new link')}
            </Anchor>
          )}
          <PasswordField purpose="new-password" label={t('New password')} {...fields.getInputProps('password')} />
          <PasswordField
            purpose="new-password"
            label={t('Confirm password')}
            {...fields.getInputProps('confirm_password')}
          />
          <PasswordChecklist password={form.values.password} confirmation={form.values.confirm_password} />
          <Button type="submit" size="md" loading={form.submitting}>
            {t('Save new password')}
          </Button>
        </Stack>
      </form>
    </NarrowCard>
  )
}
