import { audienceOf, type CareArea, type Role } from '@fornix/contract'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { Fragment, type ReactElement, StrictMode } from 'react'
import { createMemoryRouter, Outlet, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { setNavigator } from '../platform/base/navigation.ts'
import { clearNotice, endNotice } from '../platform/base/notice.ts'
import { queryClient } from '../platform/http/query-client.ts'
import { type NewSession, startSession, useSession } from '../platform/session/session.tsx'
import { clearSession } from '../platform/session/session-store.ts'
import { cssVariablesResolver, theme } from '../theme/theme.ts'
import { LeaveGuard } from '../ui/dialog/LeaveGuard.tsx'

export const north = '01930000-0000-7000-8000-0000000000aa'
export const south = '01930000-0000-7000-8000-0000000000bb'
export const memberships = (role: Role) => [
  { project: north, project_name: 'Northside', role, caregiver_id: '', patient_name: '' },
  { project: south, project_name: 'Lakeview', role, caregiver_id: '', patient_name: '' },
]

/** What a caregiver's session has besides the patient. */
export const actingIn = (...areas: CareArea[]) => ({
  caregiver_id: '01930000-0000-7000-8000-0000000000cc',
  name: 'Maria Soto',
  first_name: 'Maria',
  last_name: 'Soto',
  email: 'maria@example.org',
  areas,
})

/** Who is signed in. */
export const userOf = (role: Role) => ({
  first_name: 'Amara',
  last_name: 'Abbott',
  email: 'amara@example.org',
  patient_id: role === 'Patient' ? 'P-7K3QX9' : '',
  provider_id: role === 'Patient' ? '' : 'PR-1',
  physician_name: '',
  mrn_number: '',
})

/** Signs a user in, with the token "first". */
export const signIn = (
  role: Role,
  part: Partial<Pick<NewSession, 'email_verified' | 'acting' | 'memberships' | 'second_factor'>> = {},
) =>
  startSession({
    audience: audienceOf(role),
    role,
    project: north,
    access_token: 'first',
    memberships: memberships(role),
    email_verified: true,
    user: userOf(role),
    ...part,
  })

export const signOut = () => {
  clearSession()
  clearNotice()
  for (const offered of ['newVersion', 'missingPart', 'waitingPart'] as const) endNotice(offered)
  queryClient.clear()
  sessionStorage.clear()
  localStorage.clear()
}

/** Nobody is signed in, in a window of this size. */
export const signedOutAt = async (width: number, height: number) => {
  signOut()
  await page.viewport(width, height)
}

type Options = {
  at?: string
  scheme?: 'light' | 'dark'
  /** Signs a user in first, with an empty cache. */
  role?: Role
  /** Mounts twice, as the app does in development. */
  strict?: boolean
}

/** Shows routes with the app's theme, queries and router. */
export const showRoutes = async (routes: RouteObject[], { at = '/', scheme = 'light', role, strict }: Options = {}) => {
  if (role) {
    queryClient.clear()
    signIn(role)
  }
  const router = createMemoryRouter(routes, { initialEntries: [at] })
  setNavigator((to, options) => router.navigate(to, options))
  const Mode = strict ? StrictMode : Fragment
  const screen = await render(
    <Mode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} forceColorScheme={scheme} env="test">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </Mode>,
  )
  return { screen, router, address: () => router.state.location.pathname + router.state.location.search }
}

/** As in the app, where a visitor's form brings its own guard. */
const Guarded = () => (
  <>
    {useSession() && <LeaveGuard />}
    <Outlet />
  </>
)

/** Shows one page, at its address or any; leaving it shows "Another page". */
export const show = (element: ReactElement, options: Options = {}) =>
  showRoutes(
    [
      {
        Component: Guarded,
        children: options.at
          ? [
              { path: options.at.split('?')[0], element },
              { path: '*', element: <h1>Another page</h1> },
            ]
          : [{ path: '*', element }],
      },
    ],
    options,
  )

/** Chooses files in the page's file input, as the browser's own dialog would. */
export const chooseFiles = (...files: File[]) => {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
  if (!input) throw new Error('The page has no file input')
  input.files = transfer.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
