import { listMyDocuments } from '@fornix/contract'
import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PendingEmail } from '../../clinic/sign-in/PendingEmail.tsx'
import { serve } from '../../testing/serve.ts'
import { show, signIn, signOut } from '../../testing/show.tsx'
import { useCall } from './api.ts'

beforeEach(() => {
  signOut()
  signIn('Patient')
  onlineManager.setOnline(false)
})
afterEach(() => onlineManager.setOnline(true))

test('a button that is pressed without network says that it failed, and does not wait in silence', async () => {
  const { screen } = await show(
    <PendingEmail address="new@example.org" onKeep={() => Promise.reject(new Error('offline'))} />,
  )
  await screen.getByRole('button', { name: 'Keep my email address' }).click()
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('The change could not be stopped. Please try again.')
})

const Documents = () => {
  const { isError, isSuccess } = useCall(listMyDocuments, { params: { key: 'P-1' }, query: {} })
  return <p>{isError ? 'failed' : isSuccess ? 'there' : 'loading'}</p>
}

test('a page that is opened without network says so, and is read when the network is back', async () => {
  let isBack = false
  serve({
    'HEAD *': () => (isBack ? [200, ''] : 'no network'),
    'GET /patient/retrieve_documents/P-1/': () =>
      isBack ? [200, { documents: [], total: 0, total_pages: 1 }] : 'no network',
  })
  const { screen } = await show(<Documents />)
  await expect.element(screen.getByText('failed')).toBeVisible()
  isBack = true
  window.dispatchEvent(new Event('online'))
  await expect.element(screen.getByText('there')).toBeVisible()
})

test('a response to a call from before the connection was lost does not say that it is back', async () => {
  onlineManager.setOnline(true)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  serve({
    'GET /patient/retrieve_documents/P-1/': async () => {
      await held
      return [200, { documents: [], total: 0, total_pages: 1 }]
    },
  })
  const { screen } = await show(<Documents />)
  await expect.element(screen.getByText('loading')).toBeVisible()
  onlineManager.setOnline(false)
  answer()
  await expect.element(screen.getByText('there')).toBeVisible()
  expect(onlineManager.isOnline()).toBe(false)
})

test('what failed just now is not asked for again by whatever shows it next', async () => {
  const documents = 'GET /patient/retrieve_documents/P-1/'
  const sent = serve({ 'HEAD *': 'no network', [documents]: 'no network' })
  const asked = () => sent.filter(({ call }) => call === documents).length
  const first = await show(<Documents />)
  await expect.element(first.screen.getByText('failed')).toBeVisible()
  const before = asked()
  await first.screen.unmount()
  const { screen } = await show(<Documents />)
  await expect.element(screen.getByText('failed')).toBeVisible()
  expect(asked()).toBe(before)
})
