import { vi } from 'vitest'

export type Sent = { call: string; headers: Headers; body: unknown; search: string }
type Answer = [status: number, body: unknown] | 'no network'

/** What the server tells a visitor, unless a test answers otherwise. */
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

export const refused = (status: number, error = 'No'): [number, unknown] => [
  status,
  { error, code: 'test', detail: error, request_id: 'test' },
]

/** The edge of the network: answers by "GET /path/", a function per call, and keeps what was asked. */
export const serve = (answers: Record<string, (sent: Sent) => Answer>) => {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    const { pathname, search } = new URL(address, location.origin)
    const call = `${method} ${pathname}`
    if (call === 'GET /common/api/config/' && !(call in answers)) return Response.json(config)
    if (call === 'POST /operator/log/') return Response.json({ message: 'ok' }, { status: 202 })
    if (!(call in answers) && call.includes(' /common/api/draft/'))
      return Response.json({ draft: null, message: '', saved_at: '2026-11-21T20:42:07Z' })
    const request = { call, search, headers: new Headers(headers), body: body ? JSON.parse(String(body)) : undefined }
    sent.push(request)
    const answer = answers[call]?.(request) ?? refused(404)
    if (answer === 'no network') throw new TypeError('Failed to fetch')
    return Response.json(answer[1], { status: answer[0] })
  })
  return sent
}
