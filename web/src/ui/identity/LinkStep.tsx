import { linkIdentity } from '@fornix/contract'
import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { ApiFailure, send } from '../../platform/api.ts'
import { messages } from '../../platform/messages.ts'
import { PasswordField } from '../PasswordField.tsx'
import { Problem } from '../Sentence.tsx'

/** The provider's address already has a password here: typing it once proves that both are one person. */
export function LinkStep({ token, onLinked }: { token: string; onLinked: () => Promise<void> }) {
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password ? null : 'Password is required') },
  })
  const submit = form.onSubmit(async ({ password }) => {
    setProblem(undefined)
    try {
      await send(linkIdentity, { body: { token, password } })
      await onLinked()
    } catch (error) {
      setProblem(
        error instanceof ApiFailure && error.status === 400 ? error.message : messages.identity.authenticateFailed,
      )
      form.getInputNode('password')?.focus()
    }
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {problem && <Problem>{problem}</Problem>}
        <PasswordField
          purpose="current-password"
          label="Password"
          required
          withAsterisk={false}
          {...form.getInputProps('password')}
        />
        <Button type="submit" size="md" loading={form.submitting}>
          Connect and sign in
        </Button>
      </Stack>
    </form>
  )
}
