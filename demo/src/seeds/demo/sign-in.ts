import {
  type Args,
  audienceOf,
  beginProof,
  type Call,
  fillPath,
  finishProof,
  loginAdmin,
  loginOperator,
  loginPatient,
  logoutView,
  type ResponseOf,
} from '@fornix/contract'
import type { FastifyInstance } from 'fastify'
import { demoPassword, providers } from './people.ts'

type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
export type SeedFile = { name: string; bytes: Uint8Array<ArrayBuffer> }

const payloadOf = async (call: Call, body: unknown, file: SeedFile | undefined) => {
  if (!call.upload)
    return body === undefined ? {} : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) form.append(name, String(value))
  if (file) form.append(call.upload.field, new Blob([file.bytes]), file.name)
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  return { payload: Buffer.from(await encoded.arrayBuffer()), headers }
}

type Session = { app: FastifyInstance; token: string; proof?: string }
const ask = async ({ app, token, proof }: Session, call: Call, args: Parts, file?: SeedFile) => {
  const { params, query = {}, body } = args
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const { payload, headers } = await payloadOf(call, body, file)
  return app.inject({
    method: call.method,
    url: `${fillPath(call.path, params)}?${search}`,
    headers: {
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(proof && { 'x-proof': proof }),
      'user-agent': 'Demo data',
    },
    payload,
  })
}

/** As the dialog does it, by the password that all of them have. */
const prove = async (session: Session, { method, path }: Call, args: Parts) => {
  const { proof_id } = await send(session, beginProof, { body: { call: `${method} ${path}`, ...args } })
  const shown = { method: 'password', password: demoPassword } as const
  return (await send(session, finishProof, { body: { proof_id, proof: shown } })).proof
}

const send = async <C extends Call>(
  session: Session,
  call: C,
  args: Args<C>,
  file?: SeedFile,
): Promise<ResponseOf<C>> => {
  const parts = args as Parts
  const first = await ask(session, call, parts, file)
  const isAsked = first.statusCode === 403 && first.json().code === 'proof_required'
  const response = isAsked
    ? await ask({ ...session, proof: await prove(session, call, parts) }, call, parts, file)
    : first
  if (response.statusCode >= 400)
    throw new Error(`Demo data: ${call.method} ${call.path} answered ${response.statusCode} ${response.body}`)
  return response.json() as ResponseOf<C>
}

const enter = async (app: FastifyInstance, email: string) => {
  const role = providers.find((provider) => provider.email === email)?.role ?? 'Patient'
  const credentials = { email, password: demoPassword }
  if (role === 'Patient') {
    const { access_token, patient } = await send({ app, token: '' }, loginPatient, { body: credentials })
    return { access_token, user: patient }
  }
  if (audienceOf(role) === 'operator') {
    const { access_token, operator } = await send({ app, token: '' }, loginOperator, { body: credentials })
    return { access_token, user: operator }
  }
  const body = { username: email, password: demoPassword }
  const { access_token, admin } = await send({ app, token: '' }, loginAdmin, { body })
  return { access_token, user: admin }
}

/** Lends the real sessions of demo accounts, so that what is seeded leaves the traces of real work; they end afterwards. */
export const withSessions = async (app: FastifyInstance, work: (as: SignedIn) => Promise<void>) => {
  const entered = new Map<string, ReturnType<typeof enter>>()
  const session = (email: string) => {
    const entry = entered.get(email) ?? enter(app, email)
    entered.set(email, entry)
    return entry
  }
  const as: SignedIn = async (email) => {
    const { access_token, user } = await session(email)
    return { user, call: (call, args, file) => send({ app, token: access_token }, call, args, file) }
  }
  await work(as)
  for (const started of entered.values()) await send({ app, token: (await started).access_token }, logoutView, {})
}

export type SignedIn = (email: string) => Promise<{
  user: Awaited<ReturnType<typeof enter>>['user']
  call: <C extends Call>(call: C, args: Args<C>, file?: SeedFile) => Promise<ResponseOf<C>>
}>
