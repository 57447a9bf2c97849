import { Divider, Stack } from '@mantine/core'
import type { ComponentProps } from 'react'
import { t } from '../../platform/language/t.ts'
import { IdentityButton } from '../../ui/identity/IdentityButton.tsx'
import { PasswordSignIn } from './PasswordSignIn.tsx'

/** The shortest way first: one button of the identity provider, then the password. */
export function SignInForm(props: ComponentProps<typeof PasswordSignIn>) {
  return (
    <Stack gap="lg">
      <IdentityButton
        after={<Divider label={props.audience === 'admin' ? t('or with your username') : t('or with your email')} />}
      />
      <PasswordSignIn {...props} />
    </Stack>
  )
}
