import type { ErrorBody } from '@fornix/contract'
import { vi } from 'vitest'
import { ApiFailure } from '../platform/http/failure.ts'

export type Sent = {
  /** As in the names of the answers: "GET /path/". */
  call: string
  query: URLSearchParams
  search: string
  headers: Headers
  body: Record<string, unknown> | undefined
}
export type Served = [status: number, body: unknown] | Response | 'no network'
/** A call's response, fixed or as a function of the request. */
export type ServedCalls = Record<string, Served | ((sent: Sent) => Served | Promise<Served>)>

/** The configuration for a visitor, unless a test answers otherwise. */
export const config = {
  project: '01930000-0000-7000-8000-0000000000aa',
  project_name: 'Lumen Neuro',
  logo_url: '',
  identity: { kind: 'oidc', client_id: 'web', issuer: 'http://localhost/oidc', label: 'Sign in with Google' },
  demo: true,
  version: 'test',
  scheduling_url: '',
  viewer_url_template: '',
  contact: {
    address: '1 Harbor Street\nBoston, MA 02110',
    email: 'hello@lumen.example',
    phone: '+1 (555) 010-2000',
    social: [{ name: 'LinkedIn', url: 'https://social.example/lumen' }],
  },
}

export const ok = (body: unknown = { message: 'ok' }): [number, unknown] => [200, body]

type More = { code?: string; fields?: Record<string, string> }
export const refused = (status: number, error = 'No', { code = 'test', fields }: More = {}): [number, unknown] => [
  status,
  { error, code, detail: error, request_id: 'test', ...(fields && { fields }) },
]

/** What stands in place of an answer when a proxy gave up on it. */
export const pageOfProxy = () => new Response('<h1>Gateway Timeout</h1>', { status: 504 })

/** A refusal because it was saved elsewhere since; `body` is what is saved by now. */
export const stale = (
  body: object = {},
  error = 'Someone else changed this while you were editing.',
): [number, unknown] => {
  const [status, refusal] = refused(409, error, { code: 'stale' })
  return [status, { ...(refusal as object), ...body }]
}
/** The same as what a call throws. */
export const staleFailure = (body: object = {}) => new ApiFailure(409, stale(body)[1] as ErrorBody)

const endsLike = (call: string) => (name: string) => {
  const [method = '', end] = name.split(' *')
  return end !== undefined && call.startsWith(`${method} `) && call.endsWith(end)
}
const servedFor = async (answers: ServedCalls, sent: Sent) => {
  const name = sent.call in answers ? sent.call : Object.keys(answers).find(endsLike(sent.call))
  const answer = (name && answers[name]) || refused(404)
  return typeof answer === 'function' ? await answer(sent) : answer
}

/** Stands in for the network: responses by "GET /path/" (a star marks a prefix), and a list of the requests. */
export const serve = (answers: ServedCalls) => {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    const { pathname, search, searchParams: query } = new URL(address, location.origin)
    const call = `${method} ${pathname}`
    if (call === 'GET /common/api/config/' && !(call in answers)) return Response.json(config)
    if (call === 'POST /operator/log/') return Response.json({ message: 'ok' }, { status: 202 })
    if (!(call in answers) && call.includes(' /common/api/draft/'))
      return Response.json({ draft: null, message: '', saved_at: '2026-11-21T20:42:07Z' })
    if (call === 'GET /operator/my_rights/' && !(call in answers))
      return Response.json({ withheld: [], two_person_amount: null })
    const request = {
      call,
      query,
      search,
      headers: new Headers(headers),
      body: typeof body === 'string' ? (JSON.parse(body) as Sent['body']) : undefined,
    }
    sent.push(request)
    const answer = await servedFor(answers, request)
    if (answer === 'no network') throw new TypeError('Failed to fetch')
    return answer instanceof Response ? answer : Response.json(answer[1], { status: answer[0] })
  })
  return sent
}
