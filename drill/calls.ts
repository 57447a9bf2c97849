import { type Call, fillPath, loginOperator, loginPatient } from '../contract/src/index.ts'

const password = 'Demo-portal-1!'
/** Longer than the portal takes for anything: what takes this long hangs. */
export const hangsMs = 60_000

type Args = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown; file?: Buffer }
export type Answer = { status: number; bytes: Buffer; json: () => Record<string, unknown>; ms: number }
/** The status of a call that got no answer at all. */
export const noAnswer = 0

const bodyOf = ({ body, file }: Args, call: Call): BodyInit | undefined => {
  if (!call.upload) return body === undefined ? undefined : JSON.stringify(body)
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) form.append(name, String(value))
  if (file) form.append(call.upload.field, new Blob([new Uint8Array(file)]), 'drill.pdf')
  return form
}

export type Ask = (url: string, init?: RequestInit) => Promise<Answer>
export const ask: Ask = async (url, init = {}) => {
  const begun = performance.now()
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(hangsMs) })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const ms = performance.now() - begun
    return { status: answer.status, bytes, ms, json: () => JSON.parse(String(bytes)) }
  } catch {
    return { status: noAnswer, bytes: Buffer.alloc(0), ms: performance.now() - begun, json: () => ({}) }
  }
}

const send = (via: Ask, address: string, call: Call, args: Args, token?: string) =>
  via(`${address}${fillPath(call.path, args.params)}${args.query ? `?${new URLSearchParams(args.query)}` : ''}`, {
    method: call.method,
    body: bodyOf(args, call),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(call.upload ? {} : { 'content-type': 'application/json' }),
    },
  })

/** Somebody of the demo, who signs in again whenever the session has run out. */
export const person = (address: string, email: string, role: 'patient' | 'operator', via = ask) => {
  let token: string | undefined
  const signIn = async () => {
    const entry = role === 'patient' ? loginPatient : loginOperator
    const answer = await send(via, address, entry, { body: { email, password } })
    if (answer.status === 200) token = String(answer.json()['access_token'])
    return answer
  }
  const signOut = () => {
    token = undefined
  }
  const call = async (call: Call, args: Args = {}): Promise<Answer> => {
    const refused = token ? undefined : await signIn()
    if (!token && refused) return refused
    const answer = await send(via, address, call, args, token)
    if (answer.status === 401) signOut()
    return answer
  }
  const tokenNow = async () => {
    if (!token) await signIn()
    return token
  }
  return { email, call, token: tokenNow, signOut }
}
export type Person = ReturnType<typeof person>
