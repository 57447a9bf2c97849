import { beginProof, finishProof, type ResponseOf } from '@fornix/contract'
import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiFailure, send } from '../../platform/calls/api.ts'
import type { useWaitingForProof } from '../../platform/calls/proof.ts'
import { codeOf, failureSentence, refusalOf } from '../../platform/http/failure.ts'
import { requestLogout } from '../../platform/session/session.tsx'
import { AlertDialog } from '../../ui/dialog/AlertDialog.tsx'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { FactorChoices, type TypedProof } from './FactorChoices.tsx'
import { messages } from './messages.ts'

const load = () => import('../../platform/sign-in/passkeys.ts')
const texts = messages.confirmIt
type Waiting = NonNullable<ReturnType<typeof useWaitingForProof>>
type ProofChallenge = ResponseOf<typeof beginProof>

const ask = ({ call, parts }: Waiting) => send(beginProof, { body: { call: `${call.method} ${call.path}`, ...parts } })

/** A question can be answered once, and for a few minutes. */
const useFinish = (waiting: Waiting, first: ProofChallenge) => {
  const challenge = useRef(first)
  const askAgain = async () => {
    challenge.current = await ask(waiting)
  }
  const answer = async (proof: TypedProof | { method: 'passkey'; response: object }) => {
    const { proof_id } = challenge.current
    const { proof: secret } = await send(finishProof, { body: { proof_id, proof: proof as TypedProof } })
    waiting.confirm(secret)
  }
  const passkey = useMutation({
    mutationFn: async () => {
      // A wrong passkey has used it up.
      if (passkey.isError) await askAgain()
      const { signed, unlessCanceled } = await load()
      const response = await unlessCanceled(signed(challenge.current.passkey ?? {}))
      if (response) await answer({ method: 'passkey', response })
    },
  })
  return {
    byPasskey: passkey.mutateAsync,
    answer: (proof: TypedProof) =>
      answer(proof).catch(async (error: unknown) => {
        // It took a while to find the phone, or the response to the right code was lost.
        if (codeOf(error) !== 'challenge') throw error
        await askAgain()
        await answer(proof)
      }),
  }
}

const isNothing = ({ passkey, totp, mail, password }: ProofChallenge) => !passkey && !totp && !mail && !password

const Question = ({ waiting, challenge }: { waiting: Waiting; challenge: ProofChallenge }) => {
  const { byPasskey, answer } = useFinish(waiting, challenge)
  if (isNothing(challenge))
    return (
      <>
        <Text>{texts.signInAgain}</Text>
        <Button size="md" data-autofocus onClick={() => void requestLogout()}>
          {texts.signOut}
        </Button>
      </>
    )
  return (
    <>
      <Text>{texts.lead}</Text>
      <FactorChoices
        offered={{ ...challenge, passkey: challenge.passkey !== null }}
        onPasskey={byPasskey}
        onProof={answer}
        isSignedIn
      />
    </>
  )
}

/** A form that takes the password itself is not asked for it twice; a wrong one is told at its field. */
const byOwnField = async ({ parts, confirm, fail }: Waiting, { proof_id, totp, passkey, password }: ProofChallenge) => {
  const typed = (parts.body as { current_password?: unknown } | undefined)?.current_password
  if (!password || passkey || totp || typeof typed !== 'string') return false
  try {
    confirm((await send(finishProof, { body: { proof_id, proof: { method: 'password', password: typed } } })).proof)
  } catch (error) {
    const refusal = refusalOf(error)
    const sentence = refusal?.fields?.['password']
    fail(sentence ? new ApiFailure(400, { ...refusal, fields: { current_password: sentence } }) : error)
  }
  return true
}

/** What is to be shown; null where nobody has to be asked. */
const begin = async (waiting: Waiting) => {
  const challenge = await ask(waiting)
  if (challenge.recent) {
    const { proof } = await send(finishProof, { body: { proof_id: challenge.proof_id, proof: { method: 'recent' } } })
    waiting.confirm(proof)
    return null
  }
  return (await byOwnField(waiting, challenge)) ? null : challenge
}

/** What somebody has to show for one request. */
export const ProofQuestion = ({ waiting }: { waiting: Waiting }) => {
  const { data, isError, error } = useQuery({
    queryKey: ['proof', waiting.id],
    queryFn: () => begin(waiting),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (!data && !isError) return null
  return (
    <AlertDialog title={messages.verifyTitle} role="dialog" onEscape={waiting.cancel}>
      <Stack gap="lg">
        {data && <Question waiting={waiting} challenge={data} />}
        {isError && <ErrorAlert>{failureSentence(error, messages.tryAgain)}</ErrorAlert>}
        <Button variant="subtle" color="gray" onClick={waiting.cancel}>
          {messages.cancel}
        </Button>
      </Stack>
    </AlertDialog>
  )
}
