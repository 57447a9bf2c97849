import { onlineManager } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { path, Sample, start } from '../../testing/draft-form.tsx'
import { serve } from '../../testing/serve.ts'
import { show, signIn, signOut } from '../../testing/show.tsx'

beforeEach(() => {
  signOut()
  signIn('Nurse')
})

test('what could not be saved before the form was left is offered again at once, and saved when the connection is back', async () => {
  let isBack = false
  const saved = { saved_at: '2026-11-21T20:42:07Z' }
  const sent = serve({
    'HEAD *': () => (isBack ? [200, ''] : 'no network'),
    [`GET ${path}`]: () => (isBack ? [200, { draft: null }] : 'no network'),
    [`POST ${path}`]: () => (isBack ? [200, saved] : 'no network'),
    [`DELETE ${path}`]: () => [200, { message: 'Draft deleted' }],
  })
  const first = await show(<Sample />)
  await first.screen.getByLabelText('Subject').fill('On the train')
  await first.screen.unmount()
  const { screen } = await show(<Sample />)
  await screen.getByRole('button', { name: 'Continue editing' }).click()
  await expect.element(screen.getByLabelText('Subject')).toHaveValue('On the train')
  isBack = true
  window.dispatchEvent(new Event('online'))
  const saves = () => sent.filter(({ call }) => call === `POST ${path}`)
  await expect.poll(() => saves().at(-1)?.body).toMatchObject({ values: { subject: 'On the train' } })
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => sent.at(-1)?.call).toBe(`DELETE ${path}`)
})

test('what was left unsaved and then discarded is not saved once more', async () => {
  const saved = { saved_at: '2026-11-21T20:42:07Z' }
  let isLost = true
  const sent = serve({
    'HEAD *': [200, ''],
    [`GET ${path}`]: [200, { draft: null }],
    [`POST ${path}`]: () => (isLost ? 'no network' : [200, saved]),
    [`DELETE ${path}`]: [200, { message: 'Draft deleted' }],
  })
  const subjects = () => sent.filter(({ call }) => call === `POST ${path}`).map(({ body }) => body?.['values'])
  const first = await show(<Sample />)
  await first.screen.getByLabelText('Subject').fill('On the train')
  await expect.poll(subjects).toHaveLength(1)
  await first.screen.unmount()
  const { screen } = await show(<Sample />)
  await expect.element(screen.getByRole('button', { name: 'Discard' })).toBeVisible()
  isLost = false
  await screen.getByRole('button', { name: 'Discard' }).click()
  const before = subjects().length
  await screen.getByLabelText('Subject').fill('At the clinic')
  await expect.poll(() => subjects().at(-1)).toMatchObject({ subject: 'At the clinic' })
  expect(subjects().slice(before)).toHaveLength(1)
})

test('what was discarded while the connection was gone is not offered again, and deleted when it is back', async () => {
  let isBack = false
  let draft: object | null = { values: { subject: 'Parking' }, saved_at: '2026-11-21T20:42:07Z' }
  const sent = serve({
    'HEAD *': () => (isBack ? [200, ''] : 'no network'),
    [`GET ${path}`]: () => [200, { draft }],
    [`DELETE ${path}`]: () => {
      if (!isBack) return 'no network'
      draft = null
      return [200, { message: 'Draft deleted' }]
    },
  })
  const deletions = () => sent.filter(({ call }) => call === `DELETE ${path}`).length
  const first = await show(<Sample />)
  await first.screen.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(deletions).toBe(1)
  await first.screen.unmount()
  const { screen } = await show(<Sample />)
  await expect.poll(deletions).toBeGreaterThan(1)
  await expect.element(screen.getByText(/^You have unsaved changes from /)).not.toBeInTheDocument()
  await screen.unmount()
  await expect.poll(() => onlineManager.isOnline()).toBe(false)
  isBack = true
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => draft).toBeNull()
})

test('a draft whose response was lost is offered once it is there', async () => {
  let tries = 0
  serve({
    'HEAD *': [200, ''],
    [`GET ${path}`]: () => {
      tries += 1
      if (tries === 1) return 'no network'
      return [200, { draft: { values: { subject: 'Parking' }, saved_at: '2026-11-21T20:42:07Z' } }]
    },
  })
  const { screen } = await show(<Sample />)
  await screen.getByRole('button', { name: 'Continue editing' }).click()
  await expect.element(screen.getByLabelText('Subject')).toHaveValue('Parking')
})

test('what was discarded by requests that were lost is deleted though the connection was never gone', async () => {
  let draft: object | null = { values: { subject: 'Parking' }, saved_at: '2026-11-21T20:42:07Z' }
  let tries = 0
  serve({
    'HEAD *': [200, ''],
    [`GET ${path}`]: () => [200, { draft }],
    [`DELETE ${path}`]: () => {
      tries += 1
      if (tries <= 2) return 'no network'
      draft = null
      return [200, { message: 'Draft deleted' }]
    },
  })
  const { screen } = await show(<Sample />)
  await screen.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => draft).toBeNull()
})

test('what was typed elsewhere since a deletion that got no response is offered', async () => {
  let draft = { values: { subject: 'Parking' }, saved_at: '2026-11-21T20:42:07Z' }
  const sent = serve({ [`GET ${path}`]: () => [200, { draft }], [`DELETE ${path}`]: () => 'no network' })
  const first = await show(<Sample />)
  await first.screen.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => sent.some(({ call }) => call === `DELETE ${path}`)).toBe(true)
  await first.screen.unmount()
  draft = { ...draft, values: { subject: 'Directions' } }
  const { screen } = await show(<Sample />)
  await screen.getByRole('button', { name: 'Continue editing' }).click()
  await expect.element(screen.getByLabelText('Subject')).toHaveValue('Directions')
})

test('what is typed without network is not sent before it is back', async () => {
  const { calls, subject, screen } = await start()
  onlineManager.setOnline(false)
  await subject.fill('In the tunnel')
  await screen.unmount()
  expect(calls()).toEqual([])
  onlineManager.setOnline(true)
  await expect.poll(calls).toMatchObject([['POST ', { values: { subject: 'In the tunnel' } }]])
})

test('what could not be saved ends with the session', async () => {
  serve({ [`GET ${path}`]: () => [200, { draft: null }], [`POST ${path}`]: () => 'no network' })
  const first = await show(<Sample />)
  await first.screen.getByLabelText('Subject').fill('On the train')
  await first.screen.unmount()
  signOut()
  signIn('Nurse')
  const sent = serve({ [`GET ${path}`]: () => [200, { draft: null }] })
  const { screen } = await show(<Sample />)
  await expect.poll(() => sent.length).toBe(1)
  await expect.element(screen.getByText(/^You have unsaved changes from /)).not.toBeInTheDocument()
})
