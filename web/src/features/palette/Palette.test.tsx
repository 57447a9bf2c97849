import { IconMoodSmile } from '@tabler/icons-react'
import { beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { hitsInEveryLook } from '../../testing/axe.ts'
import { testRows } from '../../testing/patients.ts'
import { serve } from '../../testing/serve.ts'
import { showRoutes, signIn, signOut } from '../../testing/show.tsx'
import { Palette } from './Palette.tsx'

const feedback = vi.fn()
const show = () =>
  showRoutes([
    {
      path: '*',
      element: (
        <main>
          <Palette actions={[{ label: 'Feedback', icon: IconMoodSmile, onChoose: feedback }]} />
          <input type="search" aria-label="Search" />
        </main>
      ),
    },
  ])

beforeEach(() => {
  signOut()
  signIn('Nurse')
  serve({
    'GET /operator/get_all_patients/': () => [200, { patients: testRows(2), total: 2, total_pages: 1 }],
  })
})

test('Ctrl K finds a patient and opens the record, from the keyboard alone', async () => {
  const { screen, address } = await show()
  await userEvent.keyboard('{Control>}k{/Control}')
  const box = screen.getByRole('combobox', { name: 'Jump to a patient, a page, or an action' })
  await expect.element(box).toHaveFocus()
  await expect.element(box).toHaveAttribute('aria-expanded', 'true')
  const list = screen.getByRole('listbox').element()
  await expect.element(box).toHaveAttribute('aria-controls', list.id)
  await userEvent.keyboard('first')
  await expect.element(screen.getByRole('option', { name: /First1/ })).toBeVisible()
  expect(await hitsInEveryLook()).toEqual([])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(address).toBe('/profile?patient=P-1')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test('it offers the pages of the role and actions, and Escape closes it', async () => {
  const { screen, address } = await show()
  await screen
    .getByRole('button', { name: /Jump to/ })
    .first()
    .click()
  expect(screen.getByRole('option', { name: 'Project settings' }).elements()).toEqual([])
  await userEvent.keyboard('feed{Enter}')
  await expect.poll(() => feedback.mock.calls.length).toBe(1)
  await userEvent.keyboard('{Control>}k{/Control}')
  await screen.getByRole('option', { name: 'Day sheet' }).click()
  await expect.poll(address).toBe('/daySheet')
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test('single keys focus the search, open pages and the help, and can be switched off', async () => {
  const { screen, address } = await show()
  await userEvent.keyboard('/')
  await expect.element(screen.getByRole('searchbox', { name: 'Search' })).toHaveFocus()
  await userEvent.keyboard('gp')
  expect(address()).toBe('/')
  await userEvent.tab()
  await userEvent.keyboard('gp')
  await expect.poll(address).toBe('/operatorPatientlist')
  await userEvent.keyboard('?')
  await expect.element(screen.getByRole('switch')).toHaveFocus()
  await userEvent.keyboard(' {Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await userEvent.keyboard('gd?')
  expect(address()).toBe('/operatorPatientlist')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})
