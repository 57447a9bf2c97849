import { beforeEach, expect, test } from 'vitest'
import { setNavigator } from '../../platform/base/navigation.ts'
import { endSession, useSession } from '../../platform/session/session.tsx'
import { ok, serve } from '../../testing/serve.ts'
import { showRoutes, signOut } from '../../testing/show.tsx'
import { UnsavedGuard, useUnsaved } from './UnsavedGuard.tsx'

beforeEach(signOut)

const Form = () => {
  useUnsaved('form', true)
  return <p>A form</p>
}
/** As in the app, whose shell is another one without a session: the page is mounted again before the next one is there. */
const Page = () => {
  const isOver = useSession() === null
  return (
    <UnsavedGuard key={String(isOver)}>
      <Form />
      {isOver && <p>Signed out</p>}
    </UnsavedGuard>
  )
}

test('a session that ends leaves at once, whatever was typed', async () => {
  serve({ 'POST /patient/logout/': ok() })
  const routes = [
    { path: '/profile', element: <Page /> },
    { path: '/patients', element: <h1>Sign in</h1> },
  ]
  const { screen, router, address } = await showRoutes(routes, { role: 'Patient', at: '/profile' })
  await expect.element(screen.getByText('A form')).toBeVisible()
  setNavigator(() => {})
  endSession('idle')
  await expect.element(screen.getByText('Signed out')).toBeVisible()
  void router.navigate('/patients')
  await expect.poll(address).toBe('/patients')
})
