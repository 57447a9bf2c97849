import type { Args, finishProof } from '@fornix/contract'
import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { failureSentence } from '../../platform/http/failure.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { ByMail } from './ByMail.tsx'
import { CodeForm } from './CodeForm.tsx'
import { focusOnMount } from './focus-on-mount.ts'
import { messages } from './messages.ts'
import { useFocusBack } from './use-focus-back.ts'

type AnyProof = Args<typeof finishProof>['body']['proof']
/** What is typed. */
export type TypedProof = Exclude<AnyProof, { method: 'passkey' | 'recent' }>

/** What somebody has to show. */
type Offered = { passkey: boolean; totp: boolean; recovery: number; mail: boolean; password: boolean }

type Props = {
  offered: Offered
  onPasskey: () => Promise<unknown>
  onProof: (proof: TypedProof) => Promise<unknown>
  /** A sign-in that is not done has a way for whoever lost all of it. */
  isSignedIn?: boolean
}

const Lost = () => (
  <Text size="sm" c="dimmed">
    {messages.lost}
  </Text>
)

/** The ways to show who one is, the easiest first; the recovery code only when asked for. */
export const FactorChoices = ({ offered, onPasskey, onProof, isSignedIn = false }: Props) => {
  const [isOther, setOther] = useState(false)
  const passkey = useMutation({ mutationFn: onPasskey })
  const button = useFocusBack(passkey.isPending)
  const isSetUp = offered.passkey || offered.totp
  return (
    <Stack gap="lg">
      {offered.passkey && (
        <div>
          {passkey.isError && <ErrorAlert>{failureSentence(passkey.error, messages.tryAgain)}</ErrorAlert>}
          <Button
            ref={button}
            size="md"
            fullWidth
            data-autofocus
            loading={passkey.isPending}
            onClick={() => passkey.mutate()}
          >
            {messages.usePasskey}
          </Button>
          <Text size="sm" c="dimmed" mt={4}>
            {messages.passkeyHint}
          </Text>
        </div>
      )}
      {offered.totp && (
        <CodeForm
          field="code"
          label={messages.code}
          hint={messages.codeHint}
          digits
          onCode={(code) => onProof({ method: 'totp', code })}
        />
      )}
      {!isSetUp && offered.password && (
        <CodeForm
          field="password"
          label={messages.password}
          onCode={(password) => onProof({ method: 'password', password })}
        />
      )}
      {!isSetUp && offered.mail && <ByMail onProof={onProof} isOnlyWay={!offered.password} />}
      {isSetUp && offered.recovery > 0 && !isOther && (
        <Button variant="subtle" onClick={() => setOther(true)}>
          {messages.otherWay}
        </Button>
      )}
      {isOther && (
        <div tabIndex={-1} ref={focusOnMount}>
          <CodeForm
            field="code"
            label={messages.recovery}
            hint={messages.recoveryHint}
            onCode={(code) => onProof({ method: 'recovery', code })}
          >
            {isSignedIn && <Lost />}
          </CodeForm>
        </div>
      )}
      {isSignedIn && isSetUp && offered.recovery === 0 && <Lost />}
    </Stack>
  )
}
