import { addTotp, startTotp } from '@fornix/contract'
import { Button, Code, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { send, useSend } from '../../platform/calls/api.ts'
import { isProofCanceled } from '../../platform/http/failure.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { lazyPart } from '../../ui/state/lazy-part.tsx'
import { CodeForm } from './CodeForm.tsx'
import { messages, sentenceOf } from './messages.ts'
import { qrSize } from './qr-size.ts'

const QrCode = lazyPart(async () => (await import('./QrCode.tsx')).QrCode)
const load = () => import('../../platform/sign-in/passkeys.ts')

type Outcome = {
  onAdded: (codes: string[]) => unknown
  /** What is there is read again: it may have been added all the same. */
  onFailed: (error: unknown) => Promise<unknown>
}
const addedBy = async (adding: Promise<{ codes: string[] } | undefined>, { onAdded, onFailed }: Outcome) => {
  const added = await adding.catch(async (error: unknown) => {
    await onFailed(error)
    throw error
  })
  if (added) await onAdded(added.codes)
}

const AddApp = ({ hasCancel, ...outcome }: Outcome & { hasCancel: boolean }) => {
  const start = useSend(startTotp)
  const { data } = start
  if (!data)
    return (
      <div>
        {start.isError && <ErrorAlert>{sentenceOf(start.error)}</ErrorAlert>}
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
        onCode={(code) => addedBy(send(addTotp, { body: { challenge_id: data.challenge_id, code } }), outcome)}
      />
      {!hasCancel && (
        <Button variant="subtle" color="gray" onClick={start.reset}>
          {messages.cancel}
        </Button>
      )}
    </Stack>
  )
}

const AddPasskey = (outcome: Outcome) => {
  const [name, setName] = useState('')
  const add = useMutation({
    mutationFn: async () => {
      const { newPasskey, unlessCanceled } = await load()
      await addedBy(unlessCanceled(newPasskey(name)), outcome).catch((error: unknown) => {
        if (!isProofCanceled(error)) throw error
      })
    },
  })
  return (
    <Stack gap="xs">
      {add.isError && <ErrorAlert>{sentenceOf(add.error)}</ErrorAlert>}
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

type Props = Outcome & {
  hasApp: boolean
  /** What is around it has a Cancel of its own. */
  hasCancel?: boolean
}

/** The ways to set up a second step, the best one first. */
export const AddFactor = ({ hasApp, hasCancel = false, ...outcome }: Props) => (
  <Stack gap="lg">
    {'PublicKeyCredential' in globalThis && <AddPasskey {...outcome} />}
    {!hasApp && <AddApp {...outcome} hasCancel={hasCancel} />}
  </Stack>
)
