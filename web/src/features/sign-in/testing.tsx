import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createMemoryRouter, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '../../platform/http/query-client.ts'
import { theme } from '../../theme/theme.ts'

type Sent = { path: string; method: string; body: unknown }
export type Answers = Record<string, [status: number, body: unknown] | 'no network'>

/** What the server tells a visitor. */
export const config = {
  project: '0192f0aa-0000-7000-8000-000000000001',
  project_name: 'Lumen Neuro',
  logo_url: '',
  identity: {
    kind: 'oidc',
    client_id: 'web',
    issuer: 'http://localhost:3000/oidc',
    label: 'Sign in with the demo provider',
  },
  demo: false,
  version: 'test',
  scheduling_url: '',
  viewer_url_template: '',
  contact: { address: '', email: '', phone: '', social: [] },
}

/** The network's edge: answers by path, and remembers what was sent. A path without an answer fails the test. */
export const serve = (answers: Answers): Sent[] => {
  const sent: Sent[] = []
  const all: Answers = { '/common/api/config/': [200, config], ...answers }
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const answer = all[path]
    if (path !== '/common/api/config/') sent.push({ path, method, body: body ? JSON.parse(String(body)) : undefined })
    if (!answer) throw new Error(`No answer for ${path}`)
    if (answer === 'no network') throw new TypeError('Failed to fetch')
    return Response.json(answer[1], { status: answer[0] })
  })
  return sent
}

export const refusal = (error: string, code = 'bad_request', fields?: Record<string, string>) => ({
  error,
  code,
  detail: error,
  request_id: 'test',
  ...(fields && { fields }),
})

/** The page as the app shows it, twice mounted as React's strict mode does, at an address of a router in memory. */
export const show = async (address: string, routes: RouteObject[]) => {
  queryClient.clear()
  sessionStorage.clear()
  const router = createMemoryRouter([...routes, { path: '*', element: <h1>Another page</h1> }], {
    initialEntries: [address],
  })
  const screen = await render(
    <StrictMode>
      <MantineProvider theme={theme}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
  return { screen, router }
}
