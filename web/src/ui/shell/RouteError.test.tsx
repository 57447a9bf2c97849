import { afterEach, expect, test, vi } from 'vitest'
import { OutdatedProgram } from '../../platform/http/program.ts'
import { showRoutes } from '../../testing/show.tsx'
import { RouteError } from './RouteError.tsx'

afterEach(() => void vi.restoreAllMocks())

const Broken = ({ error }: { error: Error }) => {
  throw error
}
const open = (error: Error) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  return showRoutes([{ path: '*', element: <Broken error={error} />, errorElement: <RouteError /> }])
}
test.each([
  ['a version that the server no longer has', new OutdatedProgram(), /A new version of the portal is available/],
  [
    'a part that cannot be fetched',
    new TypeError('Failed to fetch dynamically imported module: /assets/page.js'),
    /This page did not load completely/,
  ],
  ['a page that could not be drawn', new Error('x is undefined'), /This page could not be shown/],
])('%s is told as what it is', async (_, error, sentence) => {
  const { screen } = await open(error)
  await expect.element(screen.getByText(sentence)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /reload/i })).toBeVisible()
})
