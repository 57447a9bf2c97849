import { addPasskey, startPasskey, startPasskeySignIn, startProof } from '@fornix/contract'
import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { send } from '../calls/api.ts'

export const mayOffer = browserSupportsWebAuthnAutofill
export const stopAsking = () => WebAuthnAbortService.cancelCeremony()

/** The user closed the browser's dialog, or another one replaced it. */
export const isCanceled = (error: unknown) =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

type Options = Record<string, unknown>
/** A passkey's response to the server's challenge. */
export const signed = async (options: Options, useBrowserAutofill = false) => ({
  ...(await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill,
  })),
})

/** The browser's result; undefined if the user closed its dialog. */
export const unlessCanceled = <T>(asking: Promise<T>) =>
  asking.catch((error: unknown) => {
    if (isCanceled(error)) return undefined
    throw error
  })

/** The response of any user's passkey; `isOffer`: offered by the browser's autofill, without a dialog. */
export const askForPasskey = async (isOffer: boolean) => {
  const { challenge_id, options } = await send(startPasskeySignIn, {})
  return { challenge_id, response: await signed(options, isOffer) }
}

/** The response of the signed-in user's passkey. */
export const provePasskey = async () => {
  const { challenge_id, options } = await send(startProof, { body: { method: 'passkey' } })
  return { method: 'passkey' as const, challenge_id, response: await signed(options) }
}

/** Creates a passkey on this device, a phone or a key, and adds it to the account. */
export const newPasskey = async (name: string) => {
  const { challenge_id, options } = await send(startPasskey, {})
  const response = await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  })
  return send(addPasskey, { body: { challenge_id, name, response: { ...response } } })
}
