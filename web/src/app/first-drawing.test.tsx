import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { queryClient } from '../platform/http/query-client.ts'
import { serve } from '../testing/serve.ts'
import { signIn, signOut } from '../testing/show.tsx'
import { theme } from '../theme/theme.ts'
import { routes } from './routes.tsx'

beforeEach(signOut)

test.each([
  ['/patient/profile', 'My profile'],
  ['/patient/appointment', 'Appointment'],
  ['/patient/reimbursement', 'Reimbursement'],
  ['/scan', 'Amara’s Scans'],
  ['/account', 'Account and devices'],
])('%s is drawn in one go with its frame, without a part that comes later', async (at, title) => {
  signIn('Patient')
  serve({})
  const router = createMemoryRouter(routes, { initialEntries: [at] })
  await expect.poll(() => router.state.initialized).toBe(true)
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  flushSync(() =>
    root.render(
      <MantineProvider theme={theme} env="test">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  )
  expect(place.querySelector('h1')?.textContent?.replace("'", '’')).toBe(title)
  expect(place.querySelector('header button[aria-haspopup]')).not.toBeNull()
})
