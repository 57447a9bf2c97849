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

/** Somebody closed the browser's dialog, or another one took its place. */
export const isCanceled = (error: unknown) =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

type Options = Record<string, unknown>
/** What a passkey says to what the server asks of it. */
export const signed = async (options: Options, useBrowserAutofill = false) => ({
  ...(await startAuthentication({
    optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    useBrowserAutofill,
  })),
})

/** What was asked of the browser; undefined where somebody closed its dialog. */
export const unlessCanceled = <T>(asking: Promise<T>) =>
  asking.catch((error: unknown) => {
    if (isCanceled(error)) return undefined
    throw error
  })

/** What a passkey of whoever is there signs; `isOffer`: among what the browser fills in, without a dialog. */
export const askForPasskey = async (isOffer: boolean) => {
  const { challenge_id, options } = await send(startPasskeySignIn, {})
  return { challenge_id, response: await signed(options, isOffer) }
}

/** What a passkey of the signed-in person signs. */
export const provePasskey = async () => {
  const { challenge_id, options } = await send(startProof, { body: { method: 'passkey' } })
  return { method: 'passkey' as const, challenge_id, response: await signed(options) }
}

/** Makes a passkey on this device, a phone or a key, and adds it to the account. */
export const newPasskey = async (name: string) => {
  const { challenge_id, options } = await send(startPasskey, {})
  const response = await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  })
  return send(addPasskey, { body: { challenge_id, name, response: { ...response } } })
}
