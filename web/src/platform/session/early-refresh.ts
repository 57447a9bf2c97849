import type { Audience } from '@fornix/contract'
import { isOfLastSignIn, pendingLogoutKey, signedInHint } from './sign-in-storage.ts'

// A separate file, without the contract and its checks, that runs while these still load: a phone waits for the session
// and the program at the same time. restore.ts checks the response.
type EarlySession = { access_token: unknown; me: unknown; signIn: string | null }

/** The addresses from the contract, which would pull in all of its schemas. */
const addresses: Record<Audience, string> = {
  patient: '/patient/refresh/',
  operator: '/operator/refresh/',
  admin: '/admin/refresh/',
}
const accept = 'application/json'
const timeoutMs = 30_000

const ask = async (address: string): Promise<EarlySession | undefined> => {
  const signIn = signedInHint.id()
  const signal = AbortSignal.timeout(timeoutMs)
  // It finishes even if the window is closed: without the new cookie, the browser would soon send one that counts as stolen.
  const refreshed = await fetch(address, { method: 'POST', keepalive: true, headers: { accept }, signal })
  if (!refreshed.ok) return undefined
  const { access_token } = await refreshed.json()
  const headers = { accept, authorization: `Bearer ${access_token}` }
  const me = await fetch('/common/api/get_user/', { headers, signal })
  return me.ok ? { access_token, me: await me.json(), signIn } : undefined
}

let running: Promise<EarlySession | undefined> | undefined

/** Requests the session of a new tab if somebody has signed in and no logout is pending. */
export const startEarly = () => {
  const given = signedInHint.given() ?? ''
  const isKept = sessionStorage.getItem('role') !== null && isOfLastSignIn()
  if (isKept || localStorage.getItem(pendingLogoutKey) !== null || !Object.hasOwn(addresses, given)) return
  running = ask(addresses[given as Audience]).catch(() => undefined)
}

/** Its result, once; undefined if nothing was requested or the response was no. */
export const takeEarlySession = () => {
  const taken = running
  running = undefined
  return taken
}

startEarly()

// The first locale, number format and date format load the browser's tables, 60 ms on a phone: while it waits, each in a task of its own.
if (signedInHint.given())
  for (const load of [
    () => new Intl.Locale('en').maximize(),
    () => new Intl.NumberFormat(),
    () => new Intl.DateTimeFormat(),
  ])
    setTimeout(load)
