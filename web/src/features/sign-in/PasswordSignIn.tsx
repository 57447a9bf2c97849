import { type Audience, loginAdmin, loginPatient } from '@fornix/contract'
import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { failureSentence } from '../../platform/http/failure.ts'
import { t } from '../../platform/language/t.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { withPassword } from './arrive.ts'
import { messages } from './messages.ts'
import { usePasskey } from './use-passkey.ts'
import { useStartPasswordSession } from './use-start-session.ts'

const byEmail = { field: 'email', label: t('Email'), schema: loginPatient.body, button: t('Sign in') } as const
const entrances = {
  patient: { ...byEmail, reset: paths.patientReset },
  operator: { ...byEmail, reset: paths.operatorReset },
  admin: {
    field: 'username',
    label: t('Username or email'),
    schema: loginAdmin.body,
    reset: paths.operatorReset,
    button: t('Login'),
  },
} as const

type Props = { audience: Audience; email?: string; onEmail?: (email: string) => void }

/**
 * Email or username, and password; a refusal shows the server's sentence. Typed text stays after a failure, so that it can be corrected
 * instead of retyped.
 */
export function PasswordSignIn({ audience, email = '', onEmail }: Props) {
  const { field, label, schema, reset, button } = entrances[audience]
  const start = useStartPasswordSession()
  const form = useForm<Record<string, string>>({
    initialValues: { [field]: email, password: '' },
    validate: schemaResolver(schema),
    onValuesChange: (values) => onEmail?.(values[field]!),
  })
  const { submit, problem } = useSubmit(
    form,
    (values) => withPassword[audience]({ name: values[field]!, password: values['password']! }),
    { onDone: start, sentence: (error) => failureSentence(error, messages.authenticateFailed), focus: 'password' },
  )
  const passkey = usePasskey(audience, start)
  return (
    <form onSubmit={submit} noValidate aria-label={button} onPointerEnter={passkey.offer} onFocus={passkey.offer}>
      <Stack>
        {(problem ?? passkey.problem) && <ErrorAlert>{problem ?? passkey.problem}</ErrorAlert>}
        <TextInput
          size="md"
          label={label}
          required
          withAsterisk={false}
          type={field === 'email' ? 'email' : 'text'}
          autoComplete={field === 'email' ? 'email webauthn' : 'username webauthn'}
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps(field)}
        />
        <PasswordField purpose="current-password" label={t('Password')} {...form.getInputProps('password')} />
        <Button type="submit" size="md" loading={form.submitting}>
          {button}
        </Button>
        {passkey.isPossible && (
          <Button variant="default" size="md" loading={passkey.isAsking} onClick={passkey.ask}>
            {t('Sign in with a passkey')}
          </Button>
        )}
        <Group justify="center">
          <Anchor component={Link} to={reset} className="touch-link">
            {t('Forgot your password?')}
          </Anchor>
        </Group>
      </Stack>
    </form>
  )
}
