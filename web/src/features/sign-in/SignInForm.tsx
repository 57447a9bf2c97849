import { Divider, Stack } from '@mantine/core'
import type { ComponentProps } from 'react'
import { IdentityButton } from '../../clinic/sign-in/IdentityButton.tsx'
import { t } from '../../platform/language/t.ts'
import { PasswordSignIn } from './PasswordSignIn.tsx'

/** The fastest way first: the identity provider's button, then the password. */
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
