import { type Args, getTwoStep, giveProof, type ResponseOf } from '@fornix/contract'
import { refreshCall, send } from '../../platform/calls/api.ts'
import { FactorChoices } from './FactorChoices.tsx'

const load = () => import('../../platform/sign-in/passkeys.ts')
type Props = { methods: ResponseOf<typeof getTwoStep>['methods']; onDone: () => unknown }

/** Shows the second factor of a sign-in. */
export const ProveStep = ({ methods, onDone }: Props) => {
  const prove = async (proof: Args<typeof giveProof>['body']['proof']) => {
    await send(giveProof, { body: { proof } })
    await refreshCall(getTwoStep)
    await onDone()
  }
  const byPasskey = async () => {
    const { provePasskey, unlessCanceled } = await load()
    const proof = await unlessCanceled(provePasskey())
    if (proof) await prove(proof)
  }
  const { passkeys, ...others } = methods
  return (
    <FactorChoices
      offered={{ passkey: passkeys > 0, ...others, password: false }}
      onPasskey={byPasskey}
      onProof={async (proof) => {
        if (proof.method !== 'password') await prove(proof)
      }}
    />
  )
}
