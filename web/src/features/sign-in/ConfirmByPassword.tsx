import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { Problem } from '../../ui/Sentence.tsx'
import { messages } from './messages.ts'

type Refusal = { wrong?: string | undefined; problem?: string }

/** Reading the mail does not show who registered; in a browser that is not known the password does. */
export function ConfirmByPassword({ onPassword }: { onPassword: (password: string) => Promise<Refusal> }) {
  const lead = useRef<HTMLParagraphElement>(null)
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password === '' ? messages.passwordMissing : null) },
  })
  // Read out as soon as it is there: whoever did not register goes no further.
  useEffect(() => lead.current?.focus(), [])
  const submit = form.onSubmit(
    async ({ password }) => {
      setProblem(undefined)
      const refusal = await onPassword(password)
      setProblem(refusal.problem)
      if (!refusal.wrong) return
      form.setErrors({ password: refusal.wrong })
      form.getInputNode('password')?.focus()
    },
    () => form.getInputNode('password')?.focus(),
  )
  return (
    <form onSubmit={submit} noValidate aria-label={messages.confirmAddress}>
      <Stack mt="md">
        <Text ref={lead} tabIndex={-1} style={{ outline: 'none' }}>
          You opened this link on another device or in another browser. To confirm that it is you, enter the password
          that you chose when you registered.
        </Text>
        <Text c="dimmed">
          If you already have an account with us at another clinic, enter the password of that account.
        </Text>
        {problem && <Problem>{problem}</Problem>}
        <PasswordField
          purpose="current-password"
          label="Password"
          required
          withAsterisk={false}
          {...form.getInputProps('password')}
        />
        <Button type="submit" size="md" loading={form.submitting}>
          {messages.confirmAddress}
        </Button>
        <Anchor component={Link} to={paths.patients} state={{ register: true }} ta="center">
          Forgot the password? Register again with a new one
        </Anchor>
        <Text c="dimmed" size="sm" ta="center">
          Did not register? Just close this page. Nothing will change.
        </Text>
      </Stack>
    </form>
  )
}
