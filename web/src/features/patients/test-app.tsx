import { audienceOf, type Role } from '@fornix/contract'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { onTestFinished } from 'vitest'
import { render } from 'vitest-browser-react'
import { setNavigator } from '../../platform/base/navigation.ts'
import { queryClient } from '../../platform/http/query-client.ts'
import { startSession } from '../../platform/session/session.tsx'
import { cssVariablesResolver, theme } from '../../theme/theme.ts'

export type Asked = { method: string; path: string; query: URLSearchParams; body: Record<string, unknown> | undefined }
type Answer = { status?: number; body: unknown } | Response
type Answers = Record<string, (asked: Asked) => Answer | Promise<Answer>>

/** The server's edge: answers by "GET /path/", and a list of what was asked. */
export const stubServer = (answers: Answers) => {
  const asked: Asked[] = []
  const real = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(String(input), location.origin)
    const method = init?.method ?? 'GET'
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : undefined
    const request = { method, path: pathname, query: searchParams, body }
    const answer = answers[`${method} ${pathname}`]
    if (!answer && pathname.includes('/draft/')) return Response.json({ draft: null, message: '', saved_at: '' })
    if (!answer) return new Response('{}', { status: pathname.endsWith('/log/') ? 202 : 404 })
    asked.push(request)
    const result = await answer(request)
    return result instanceof Response ? result : Response.json(result.body, { status: result.status ?? 200 })
  }
  onTestFinished(() => {
    globalThis.fetch = real
  })
  return asked
}

export const refusal = (status: number, error: string) => ({
  status,
  body: { error, code: 'test', detail: error, request_id: 'test' },
})

/** Shows a page of the app as somebody signed in. */
export const renderPage = async (Page: ComponentType, { role, at }: { role: Role; at: string }) => {
  queryClient.clear()
  startSession({
    audience: audienceOf(role),
    role,
    project: '01930000-0000-7000-8000-0000000000aa',
    access_token: 'test',
    memberships: [],
    email_verified: true,
    user: {
      first_name: 'Amara',
      last_name: 'Abbott',
      email: 'amara@example.org',
      patient_id: role === 'Patient' ? 'P-7K3QX9' : '',
      provider_id: role === 'Patient' ? '' : 'PR-1',
      physician_name: '',
      mrn_number: '',
    },
  })
  const [pathname, search] = at.split('?') as [string, string | undefined]
  const router = createMemoryRouter(
    [
      { path: pathname, element: <Page /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [{ pathname, search: search ? `?${search}` : '' }] },
  )
  setNavigator((to, options) => router.navigate(to, options))
  const screen = await render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return Object.assign(screen, { router })
}
