import { getTwoStep, giveProof, type Reply, startProof } from '@fornix/contract'
import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshCall, send } from '../../platform/calls/api.ts'
import { refusalOf } from '../../platform/http/failure.ts'
import { ErrorAlert, SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { DemoMailLink } from '../../ui/shell/DemoMailLink.tsx'
import { CodeForm } from './CodeForm.tsx'
import { focusOnMount } from './focus-on-mount.ts'
import { messages } from './messages.ts'

const load = () => import('../../platform/sign-in/passkeys.ts')
type Proof = Parameters<typeof send<typeof giveProof>>[1]['body']['proof']
type Methods = Reply<typeof getTwoStep>['methods']
type Props = { methods: Methods; hasPassword: boolean; onDone: () => unknown }

const ByMail = ({ onProof }: { onProof: (proof: Proof) => Promise<unknown> }) => {
  const mail = useMutation({ mutationFn: () => send(startProof, { body: { method: 'mail' } }) })
  const challenge = mail.data?.challenge_id
  return (
    <Stack>
      {mail.isError && <ErrorAlert>{refusalOf(mail.error)?.error ?? messages.tryAgain}</ErrorAlert>}
      {challenge && <SuccessAlert>{messages.mailed}</SuccessAlert>}
      {challenge && <DemoMailLink />}
      {challenge && (
        <CodeForm
          field="code"
          label={messages.mailCode}
          digits
          onCode={(code) => onProof({ method: 'mail', challenge_id: challenge, code })}
        />
      )}
      <Button
        variant={challenge ? 'default' : 'filled'}
        size="md"
        loading={mail.isPending}
        onClick={() => mail.mutate()}
      >
        {messages.sendMail}
      </Button>
    </Stack>
  )
}

/** Shows what a login has set up, the easiest first; the recovery code only when asked for. */
export const ProveStep = ({ methods, hasPassword, onDone }: Props) => {
  const [isOther, setOther] = useState(false)
  const prove = async (proof: Proof) => {
    await send(giveProof, { body: { proof } })
    await refreshCall(getTwoStep)
    await onDone()
  }
  const passkey = useMutation({
    mutationFn: async () => {
      const { isCanceled, provePasskey } = await load()
      const proof = await provePasskey().catch((error: unknown) => {
        if (isCanceled(error)) return undefined
        throw error
      })
      if (proof) await prove(proof)
    },
  })
  const { passkeys, totp, recovery, mail } = methods
  const isSetUp = passkeys > 0 || totp
  return (
    <Stack gap="lg">
      {passkeys > 0 && (
        <div>
          {passkey.isError && <ErrorAlert>{refusalOf(passkey.error)?.error ?? messages.tryAgain}</ErrorAlert>}
          <Button size="md" fullWidth loading={passkey.isPending} onClick={() => passkey.mutate()}>
            {messages.usePasskey}
          </Button>
          <Text size="sm" c="dimmed" mt={4}>
            {messages.passkeyHint}
          </Text>
        </div>
      )}
      {totp && (
        <CodeForm
          field="code"
          label={messages.code}
          hint={messages.codeHint}
          digits
          onCode={(code) => prove({ method: 'totp', code })}
        />
      )}
      {!isSetUp && mail && <ByMail onProof={prove} />}
      {!isSetUp && !mail && hasPassword && (
        <CodeForm
          field="password"
          label={messages.password}
          onCode={(password) => prove({ method: 'password', password })}
        />
      )}
      {isSetUp && recovery > 0 && !isOther && (
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
            onCode={(code) => prove({ method: 'recovery', code })}
          >
            <Text size="sm" c="dimmed">
              {messages.lost}
            </Text>
          </CodeForm>
        </div>
      )}
      {isSetUp && recovery === 0 && (
        <Text size="sm" c="dimmed">
          {messages.lost}
        </Text>
      )}
    </Stack>
  )
}
