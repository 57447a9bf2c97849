import { expect, test, vi } from 'vitest'
import { ok, type Served } from '../../testing/serve.ts'
import { render, viewVolumes } from './volume-fixtures.tsx'

vi.mock('./convert.ts', () => import('./volume-stand-ins.ts'))
vi.mock('./scene.ts', () => ({
  get openScene() {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/scene.js')
  },
}))
viewVolumes()

test.each<[string, Served, RegExp, string]>([
  ['not complete', ok({}), /^This page did not load completely/, 'Reload'],
  ['replaced by a new version', [404, {}], /^A new version of the portal is available/, 'Reload'],
  ['out of reach', 'no network', /^The images cannot be reached/, 'Retry'],
])('where the program that draws volumes is %s, the browser is not blamed', async (_, program, text, button) => {
  const { screen } = await render({ 'HEAD *': program })
  await expect.element(screen.getByText(text)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: button })).toBeVisible()
  expect(screen.getByText(/cannot draw in 3D|do not form a volume/).query()).toBeNull()
})
