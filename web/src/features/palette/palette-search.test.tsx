import type { Role } from '@fornix/contract'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { currentSession } from '../../platform/session/session-store.ts'
import { testRows } from '../../testing/patients.ts'
import { ok, refused, type Served, type ServedCalls, serve } from '../../testing/serve.ts'
import { showRoutes, signIn, signOut } from '../../testing/show.tsx'
import { Palette } from './Palette.tsx'

const find = 'GET /operator/get_all_patients/'
const found = (count: number) => ok({ patients: testRows(count), total: count, total_pages: 1 })

const render = (answers: ServedCalls = {}, role: Role = 'Nurse') => {
  signIn(role)
  const sent = serve({ [find]: found(2), ...answers })
  const element = (
    <main>
      <Palette actions={[]} />
      <input aria-label="A note" />
      <input type="search" aria-label="Search" />
    </main>
  )
  return showRoutes([{ path: '*', element }]).then((shown) => ({ ...shown, sent }))
}
const open = async (answers: ServedCalls = {}, role: Role = 'Nurse') => {
  const shown = await render(answers, role)
  await userEvent.keyboard('{Control>}k{/Control}')
  const box = shown.screen.getByRole('combobox', { name: 'Jump to a patient, a page, or an action' })
  await expect.element(box).toHaveFocus()
  return { ...shown, box, status: shown.screen.getByRole('dialog').getByRole('status') }
}

beforeEach(signOut)

test('a search is read out while it runs, and then how much was found', async () => {
  const { promise, resolve } = Promise.withResolvers<Served>()
  const { box, status, sent } = await open({ [find]: () => promise })
  await box.fill('first')
  await expect.element(status).toHaveTextContent('Searching patients…')
  resolve(found(2))
  await expect.element(status).toHaveTextContent('2 results')
  expect(sent.map(({ search }) => search)).toEqual(['?page=1&page_size=10&searchQuery=first'])
})

test('patients of earlier words are not offered for new ones', async () => {
  const { screen, box } = await open({
    [find]: ({ query }) => found(query.get('searchQuery') === 'first' ? 2 : 0),
  })
  await box.fill('first')
  await expect.element(screen.getByRole('option', { name: /^First0/ })).toBeVisible()
  await box.fill('firsts')
  // Immediately, not only once the new search has replied.
  expect(screen.getByRole('option', { name: /^First0/ }).elements()).toEqual([])
})

test('a search that fails says so, and the pages are still offered', async () => {
  const { screen, box, status } = await open({ [find]: refused(400) })
  await box.fill('day')
  await expect.element(status).toHaveTextContent('The patient search failed. Please try again.')
  await expect.element(screen.getByRole('option', { name: 'Day sheet' })).toBeVisible()
})

test('words that nothing fits say so', async () => {
  const { box, status } = await open({ [find]: found(0) })
  await box.fill('zzz')
  await expect.element(status).toHaveTextContent('Nothing found')
})

test('words fit in any order and writing, and the first result is chosen', async () => {
  const { screen, box, address } = await open({ [find]: found(0) })
  await box.fill('SHEET day')
  await expect
    .element(screen.getByRole('option', { name: 'Day sheet' }))
    .toHaveAttribute('data-combobox-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/daySheet')
})

test('two patients of one name are told apart by their numbers', async () => {
  const [one, two] = testRows(2).map((row) => ({ ...row, first_name: 'Ana', last_name: 'Rivera' }))
  const patients = [one, { ...two, mrn_number: '' }]
  const { screen, box } = await open({ [find]: ok({ patients, total: 2, total_pages: 1 }) })
  await box.fill('ana')
  await expect
    .element(screen.getByRole('option', { name: 'Ana Rivera 04-18-1986 · 40 years · Female · MRN400210 · P-0' }))
    .toBeVisible()
  await expect
    .element(screen.getByRole('option', { name: 'Ana Rivera 04-18-1986 · 40 years · Female · No MRN · P-1' }))
    .toBeVisible()
})

test('the palette begins afresh each time', async () => {
  const { screen, box } = await open()
  await box.fill('day')
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(box).toHaveValue('')
})

test.each<[Role, number]>([
  ['Nurse', 0],
  ['Admin', 1],
])('a %s is offered %i ways to the project settings', async (role, count) => {
  const { screen } = await open({}, role)
  await expect.element(screen.getByRole('option', { name: 'Log Out' })).toBeVisible()
  expect(screen.getByRole('option', { name: 'Project settings' }).elements()).toHaveLength(count)
})

test('tables are made compact from here, and comfortable again', async () => {
  onTestFinished(() => localStorage.clear())
  const { screen } = await open()
  await screen.getByRole('option', { name: 'Compact tables' }).click()
  await userEvent.keyboard('{Control>}k{/Control}')
  await screen.getByRole('option', { name: 'Comfortable tables' }).click()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(screen.getByRole('option', { name: 'Compact tables' })).toBeVisible()
})

test('Log Out ends the session', async () => {
  const { screen } = await open({ 'POST /operator/logout/': ok() })
  await screen.getByRole('option', { name: 'Log Out' }).click()
  await expect.poll(currentSession).toBeNull()
})

test('the help lists the keys of the pages that this role has', async () => {
  const { screen } = await open()
  await screen.getByRole('option', { name: 'Keyboard shortcuts' }).click()
  const help = screen.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect.element(help.getByRole('row', { name: 'Go to Day sheet g then d' })).toBeVisible()
  await expect.element(help.getByRole('row', { name: 'Jump to a patient, a page, or an action Ctrl K' })).toBeVisible()
  await expect.element(help.getByRole('row', { name: /Providers/ })).not.toBeInTheDocument()
})

test('letters in a field are text, whatever they would do elsewhere', async () => {
  const { screen, address } = await render()
  await screen.getByRole('textbox', { name: 'A note' }).click()
  await userEvent.keyboard('gd?/')
  await expect.element(screen.getByRole('textbox', { name: 'A note' })).toHaveValue('gd?/')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(address()).toBe('/')
})

test('Ctrl K works also while something is typed, and after single keys were switched off', async () => {
  localStorage.setItem('fornix-single-keys', 'off')
  onTestFinished(() => localStorage.clear())
  const { screen, address } = await render()
  await userEvent.keyboard('gd')
  expect(address()).toBe('/')
  await screen.getByRole('textbox', { name: 'A note' }).click()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(screen.getByRole('dialog')).toBeVisible()
})

test('the letter after “g” counts only for a second', async () => {
  const { address } = await render()
  const press = (key: string, timeStamp: number) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true })
    vi.spyOn(event, 'timeStamp', 'get').mockReturnValue(timeStamp)
    document.body.dispatchEvent(event)
  }
  press('g', 1000)
  press('d', 2100)
  press('g', 3000)
  press('x', 3100)
  press('d', 3200)
  expect(address()).toBe('/')
  press('g', 4000)
  press('d', 4900)
  await expect.poll(address).toBe('/daySheet')
})

test('on a phone the palette is behind an icon with a name', async () => {
  await page.viewport(390, 800)
  onTestFinished(() => page.viewport(1280, 800))
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Jump to...' }).click()
  await expect.element(screen.getByRole('combobox')).toHaveFocus()
})
