import { NewPasswordForm } from '@fornix/contract'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { failureSentence, statusOf } from '../../platform/http/failure.ts'
import type { NewSession } from '../../platform/session/session.tsx'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { WithLink } from '../../ui/display/WithLink.tsx'
import { longPasswordError } from '../../ui/form/long-password.ts'
import { PasswordChecklist } from '../../ui/form/PasswordChecklist.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { messages } from './messages.ts'
import { signUpWithPassword } from './sign-up.ts'
import { type InviteProblem, inviteProblem } from './use-invite.ts'

const bySchema = schemaResolver(NewPasswordForm)

export type PasswordSignUpProps = {
  token: string
  email: string
  isLongNeeded: boolean
  agreed: boolean
  onDone: (started: NewSession) => unknown
  onBroken: (problem: InviteProblem) => void
}

/** For a patient without an account at the identity provider. */
export function PasswordSignUp({ token, email, isLongNeeded, agreed, onDone, onBroken }: PasswordSignUpProps) {
  const form = useForm({
    initialValues: { password: '', confirm_password: '' },
    validate: (values) => ({ ...longPasswordError(isLongNeeded, values.password), ...bySchema(values) }),
    validateInputOnBlur: true,
  })
  const { submit, problem, fields } = useSubmit(form, ({ password }) => signUpWithPassword(token, password), {
    onDone,
    sentence: (error) => (statusOf(error) === 0 ? messages.lost : failureSentence(error, messages.failed)),
    focus: 'password',
    handled: (error) => {
      const broken = inviteProblem(error)
      if (broken) onBroken(broken)
      return broken !== undefined
    },
  })
  const field = (name: 'password' | 'confirm_password', label: string) => (
    <PasswordField purpose="new-password" label={label} required withAsterisk={false} {...fields.getInputProps(name)} />
  )
  return (
    <form onSubmit={submit} noValidate aria-label={messages.passwordButton}>
      <Stack>
        <Text>{messages.passwordLead(email)}</Text>
        {/* Tells a password manager which account the password is for. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        {field('password', messages.password)}
        {field('confirm_password', messages.confirmPassword)}
        <PasswordChecklist
          password={form.values.password}
          confirmation={form.values.confirm_password}
          isLongNeeded={isLongNeeded}
        />
        {problem && (
          <ErrorAlert>
            <WithLink text={problem}>
              {(words) => (
                <Anchor component={Link} to={paths.patients} td="underline">
                  {words}
                </Anchor>
              )}
            </WithLink>
          </ErrorAlert>
        )}
        <Button
          type="submit"
          size="md"
          disabled={!agreed}
          loading={form.submitting}
          aria-describedby={agreed ? undefined : 'invite-password-hint'}
        >
          {messages.passwordButton}
        </Button>
        {!agreed && (
          <Text id="invite-password-hint" size="sm" c="dimmed" ta="center">
            {messages.tickAbove}
          </Text>
        )}
      </Stack>
    </form>
  )
}
