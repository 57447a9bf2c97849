import { registrationHours } from '@fornix/contract'
import { Button, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { DemoMailLink } from '../../clinic/shell/DemoMailLink.tsx'
import { t } from '../../platform/language/t.ts'
import { Email } from '../../ui/display/Email.tsx'
import { SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { WithLink } from '../../ui/display/WithLink.tsx'
import { messages } from './messages.ts'

/** After a registration: the next step is in the mailbox. */
export function RegisteredCard({ email, onSignIn }: { email: string; onSignIn: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The long form is gone, and with it the focus and the scroll position. The success message is above the heading.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [])
  return (
    <Stack>
      <SuccessAlert>{messages.registered}</SuccessAlert>
      <Title order={2} size="h3" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        {t('Now open your email')}
      </Title>
      <Text>
        <WithLink
          text={t(
            'We have sent an email to <a>{email}</a>. Open the link in it on this device, so that we know the address is yours. If nothing arrives within a few minutes, check your spam folder, too.',
            { email },
          )}
        >
          {(words) => (
            <strong>
              <Email address={words} />
            </strong>
          )}
        </WithLink>
      </Text>
      <Text c="dimmed">
        {t('You have {hours} hours. After that your registration is deleted.', { hours: registrationHours })}
      </Text>
      <DemoMailLink />
      <Button size="md" onClick={onSignIn}>
        {t('Go to sign in')}
      </Button>
    </Stack>
  )
}
