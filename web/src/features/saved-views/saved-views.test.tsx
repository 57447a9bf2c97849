import type { SavedView } from '@fornix/contract'
import { expect, test } from 'vitest'
import { axeHits } from '../../testing/axe.ts'
import { ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { SavedViews } from './SavedViews.tsx'

const path = '/operator/saved_views/'
const idOf = (at: number) => `01930000-0000-7000-8000-00000000000${at}`
const view = (at: number, name: string, filters: SavedView['filters'] = {}): SavedView => ({
  view_id: idOf(at),
  name,
  filters,
})
const filters = { status: 'Screened', order: 'asc', sort: 'last_name' } as const

const render = async (answers: ServedCalls = {}) => {
  const sent = serve({
    [`GET ${path}`]: ok({ views: [view(1, 'Accepted volunteers', { status: 'Accepted', patient_type: 'Volunteer' })] }),
    ...answers,
  })
  const shown = await show(<SavedViews filters={filters} />, {
    role: 'Nurse',
    at: '/operatorPatientlist?page=3&searchQuery=riv',
  })
  await shown.screen.getByRole('button', { name: 'Views' }).click()
  return { ...shown, sent }
}
const manage = async (answers: ServedCalls = {}) => {
  const shown = await render(answers)
  await shown.screen.getByRole('menuitem', { name: 'Save or delete views…' }).click()
  const dialog = shown.screen.getByRole('dialog', { name: 'Saved views' })
  await expect.element(dialog).toBeVisible()
  return { ...shown, dialog }
}

test('a saved view opens the list with its filters alone', async () => {
  const { screen, router } = await render()
  await screen.getByRole('menuitem', { name: 'Accepted volunteers' }).click()
  await expect.poll(() => router.state.location.search).toBe('?status=Accepted&patient_type=Volunteer')
})

test('the filters of the moment are saved under a name, and the dialog says so', async () => {
  let views: SavedView[] = []
  const { dialog, sent } = await manage({
    [`GET ${path}`]: () => ok({ views }),
    [`POST ${path}`]: () => {
      views = [view(2, 'Waiting', filters)]
      return ok(views[0])
    },
  })
  await dialog.getByRole('button', { name: 'Save this view' }).click()
  await expect.element(dialog.getByText('Please give the view a name')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Waiting')
  expect(await axeHits()).toEqual([])
  await dialog.getByRole('button', { name: 'Save this view' }).click()
  await expect.element(dialog.getByText('“Waiting” was saved.')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Delete the view Waiting' })).toBeVisible()
  expect(sent.find(({ call }) => call === `POST ${path}`)?.body).toEqual({ name: 'Waiting', filters })
})

test('a name that is taken is told at its field, and stays there', async () => {
  const sentence = 'You already have a view with this name.'
  const { dialog } = await manage({ [`POST ${path}`]: () => refused(409, sentence, { fields: { name: sentence } }) })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Accepted volunteers')
  await dialog.getByRole('button', { name: 'Save this view' }).click()
  await expect.element(dialog.getByText(sentence)).toBeVisible()
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Accepted volunteers')
})

test('a view is deleted; one that stays is told', async () => {
  let broken = true
  let views = [view(1, 'Old')]
  const { dialog } = await manage({
    [`GET ${path}`]: () => ok({ views }),
    [`DELETE ${path}${idOf(1)}/`]: () => {
      if (broken) return refused(500)
      views = []
      return ok()
    },
  })
  const remove = dialog.getByRole('button', { name: 'Delete the view Old' })
  await remove.click()
  await expect.element(dialog.getByText('The view was not deleted. Please try again.')).toBeVisible()
  broken = false
  await remove.click()
  await expect.element(dialog.getByText('“Old” was deleted.')).toBeVisible()
  await expect.element(remove).not.toBeInTheDocument()
})

test('views that cannot be loaded are told in the menu, where one can still be saved', async () => {
  const { screen } = await render({ [`GET ${path}`]: () => refused(500) })
  await expect.element(screen.getByText('Your views could not be loaded.')).toBeVisible()
  await expect.element(screen.getByRole('menuitem', { name: 'Save or delete views…' })).toBeVisible()
})
