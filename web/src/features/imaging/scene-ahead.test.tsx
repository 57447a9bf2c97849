import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { signIn } from '../../testing/show.tsx'
import { place, render, shown, viewVolumes } from './volume-fixtures.tsx'

const { loads } = vi.hoisted(() => ({ loads: { count: 0 } }))
vi.mock('./convert.ts', () => import('./volume-stand-ins.ts'))
vi.mock('./scene.ts', () => {
  loads.count++
  return import('./volume-stand-ins.ts')
})
viewVolumes()
afterEach(() => page.viewport(1280, 800))

test('what draws volumes is loaded on a patient’s phone once it is asked for, and not with the first slice', async () => {
  await page.viewport(390, 1000)
  signIn('Patient')
  const { screen } = await render()
  await expect.element(place()).toMatchTextContent(/Slice 2 of 2/)
  expect(loads.count).toBe(0)
  await screen.getByRole('button', { name: 'Show planes and 3D' }).click()
  await shown()
  expect(loads.count).toBe(1)
})
