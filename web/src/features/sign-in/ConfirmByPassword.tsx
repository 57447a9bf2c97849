import { Anchor, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { t } from '../../platform/language/t.ts'
import { PasswordForm, type PasswordRefusal } from '../../ui/form/PasswordForm.tsx'
import { messages } from './messages.ts'

/** Reading the email does not prove who registered; in an unknown browser the password does. */
export function ConfirmByPassword({ onPassword }: { onPassword: (password: string) => Promise<PasswordRefusal> }) {
  const lead = useRef<HTMLParagraphElement>(null)
  // Read aloud as soon as it appears: somebody who did not register should stop here.
  useEffect(() => lead.current?.focus(), [])
  return (
    <PasswordForm
      title={messages.confirmAddress}
      button={messages.confirmAddress}
      onPassword={onPassword}
      lead={
        <>
          <Text ref={lead} tabIndex={-1} style={{ outline: 'none' }}>
            {t(
              'You opened this link on another device or in another browser. To confirm that it is you, enter the password that you chose when you registered.',
            )}
          </Text>
          <Text c="dimmed">
            {t(
              'If you registered more than once, each email goes with the password that you chose that time. If you already have an account with us at another clinic, enter the password of that account.',
            )}
          </Text>
        </>
      }
    >
      <Anchor component={Link} to={paths.patients} state={{ register: true }} ta="center">
        {t('Forgot the password? Register again with a new one')}
      </Anchor>
      <Text c="dimmed" size="sm" ta="center">
        {t('Did not register? Just close this page. Nothing will change.')}
      </Text>
    </PasswordForm>
  )
}
