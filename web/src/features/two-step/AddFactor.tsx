import { addTotp, startTotp } from '@fornix/contract'
import { Button, Code, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { send, useSend } from '../../platform/calls/api.ts'
import { isProofCanceled, refusalOf } from '../../platform/http/failure.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { lazyPart } from '../../ui/state/lazy-part.tsx'
import { CodeForm } from './CodeForm.tsx'
import { messages } from './messages.ts'
import { qrSize } from './qr-size.ts'

const QrCode = lazyPart(async () => (await import('./QrCode.tsx')).QrCode)
const load = () => import('../../platform/sign-in/passkeys.ts')

type OnAdded = (codes: string[]) => unknown

const AddApp = ({ onAdded, hasCancel }: { onAdded: OnAdded; hasCancel: boolean }) => {
  const start = useSend(startTotp)
  const { data } = start
  if (!data)
    return (
      <div>
        {start.isError && <ErrorAlert>{refusalOf(start.error)?.error ?? messages.tryAgain}</ErrorAlert>}
        <Button variant="default" size="md" fullWidth loading={start.isPending} onClick={() => start.mutate({})}>
          {messages.addApp}
        </Button>
        <Text size="sm" c="dimmed" mt={4}>
          {messages.addAppHint}
        </Text>
      </div>
    )
  return (
    <Stack>
      <Text>{messages.scan}</Text>
      {/* Its own place is kept: the page around it stays. */}
      <Suspense fallback={<Skeleton w={qrSize} h={qrSize} />}>
        <QrCode text={data.uri} label={messages.qr} />
      </Suspense>
      <Text size="sm">
        {messages.key}: <Code style={{ overflowWrap: 'anywhere' }}>{data.secret.replace(/(.{4})(?=.)/g, '$1 ')}</Code>
      </Text>
      <CodeForm
        field="code"
        label={messages.firstCode}
        button={messages.add}
        digits
        onCode={async (code) => {
          const { codes } = await send(addTotp, { body: { challenge_id: data.challenge_id, code } })
          await onAdded(codes)
        }}
      />
      {!hasCancel && (
        <Button variant="subtle" color="gray" onClick={start.reset}>
          {messages.cancel}
        </Button>
      )}
    </Stack>
  )
}

const AddPasskey = ({ onAdded }: { onAdded: OnAdded }) => {
  const [name, setName] = useState('')
  const add = useMutation({
    mutationFn: async () => {
      const { newPasskey, unlessCanceled } = await load()
      const added = await unlessCanceled(newPasskey(name)).catch((error: unknown) => {
        if (!isProofCanceled(error)) throw error
      })
      if (added) await onAdded(added.codes)
    },
  })
  return (
    <Stack gap="xs">
      {add.isError && <ErrorAlert>{refusalOf(add.error)?.error ?? messages.tryAgain}</ErrorAlert>}
      <TextInput
        label={messages.passkeyName}
        description={messages.passkeyNameHint}
        maxLength={60}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button size="md" fullWidth loading={add.isPending} onClick={() => add.mutate()}>
        {messages.addPasskey}
      </Button>
      <Text size="sm" c="dimmed">
        {messages.addPasskeyHint}
      </Text>
    </Stack>
  )
}

type Props = {
  hasApp: boolean
  onAdded: OnAdded
  /** What is around it has a Cancel of its own. */
  hasCancel?: boolean
}

/** The ways to set up a second step, the best one first. */
export const AddFactor = ({ hasApp, onAdded, hasCancel = false }: Props) => (
  <Stack gap="lg">
    {'PublicKeyCredential' in globalThis && <AddPasskey onAdded={onAdded} />}
    {!hasApp && <AddApp onAdded={onAdded} hasCancel={hasCancel} />}
  </Stack>
)
