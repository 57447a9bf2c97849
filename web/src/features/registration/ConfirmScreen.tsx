import { resendVerification } from '@fornix/contract'
import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { DemoMailLink } from '../../clinic/shell/DemoMailLink.tsx'
import { useSend } from '../../platform/calls/api.ts'
import { failureSentence } from '../../platform/http/failure.ts'
import { requestLogout, type Session } from '../../platform/session/session.tsx'
import { currentSession } from '../../platform/session/session-store.ts'
import { rereadSession } from '../../platform/sign-in/restore.ts'
import { Email } from '../../ui/display/Email.tsx'
import { ErrorAlert, SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { WithLink } from '../../ui/display/WithLink.tsx'
import { NarrowCard } from '../../ui/shell/NarrowCard.tsx'
import { focusNextTitle } from '../../ui/shell/page-focus.ts'
import { messages } from './messages.ts'

const texts = messages.confirm

/** The link may be opened in another tab or on another device: this tab checks again when the user returns to it. */
const useLookOnReturn = () =>
  useEffect(() => {
    let asking = false
    const look = () => {
      if (asking || document.visibilityState !== 'visible') return
      asking = true
      rereadSession()
        .catch(() => undefined)
        .finally(() => {
          asking = false
        })
    }
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])

/** The focused button goes away. */
const useHandOverFocus = () =>
  useEffect(
    () => () => {
      if (currentSession()?.emailVerified) focusNextTitle()
    },
    [],
  )

/** All that a registration sees of the portal before its email address is confirmed; then it makes room for the page behind it. */
export const ConfirmScreen = ({ session }: { session: Session }) => {
  useLookOnReturn()
  useHandOverFocus()
  const again = useSend(resendVerification)
  const look = useMutation({ mutationFn: rereadSession })
  return (
    <NarrowCard title={texts.title}>
      <Stack>
        <Text>
          <WithLink text={texts.sentTo(session.user.email)}>
            {(words) => (
              <strong>
                <Email address={words} />
              </strong>
            )}
          </WithLink>
        </Text>
        <Text>{texts.spam}</Text>
        <Text c="dimmed">{texts.kept}</Text>
        <DemoMailLink />
        <Button
          size="md"
          mt="sm"
          loading={look.isPending}
          onClick={() => {
            again.reset()
            look.mutate()
          }}
        >
          {texts.done}
        </Button>
        {look.isSuccess && <ErrorAlert>{texts.notYet}</ErrorAlert>}
        {look.isError && <ErrorAlert>{look.error.message}</ErrorAlert>}
        <Button
          size="md"
          variant="default"
          loading={again.isPending}
          onClick={() => {
            look.reset()
            again.mutate({})
          }}
        >
          {texts.sendAgain}
        </Button>
        {again.isSuccess && <SuccessAlert>{again.data.message}</SuccessAlert>}
        {again.isError && <ErrorAlert>{failureSentence(again.error, texts.notSent)}</ErrorAlert>}
        <Button variant="subtle" color="gray" onClick={requestLogout}>
          {texts.signOut}
        </Button>
      </Stack>
    </NarrowCard>
  )
}
