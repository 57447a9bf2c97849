import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkConnection } from '../../platform/calls/connection.ts'
import { serve } from '../../testing/serve.ts'
import { show, signOut } from '../../testing/show.tsx'
import { ErrorDialog } from './ErrorDialog.tsx'

beforeEach(signOut)
afterEach(() => onlineManager.setOnline(true))

const open = async () => {
  const { screen } = await show(<ErrorDialog message="Failed to fetch Scans. Please try again." />)
  return { screen, dialog: screen.getByRole('dialog', { name: 'Oh Snap!' }), alert: screen.getByRole('alert') }
}

test('what the server refused is told in a dialog, and behind it once that is dismissed', async () => {
  const { dialog, alert } = await open()
  await dialog.getByRole('button', { name: 'Ok', exact: true }).click()
  await expect.element(alert).toMatchTextContent(/Failed to fetch Scans. Please try again./)
})

test('its title says by an icon what it is, and is no weaker than its text', async () => {
  const { dialog } = await open()
  const title = dialog.getByRole('heading', { name: 'Oh Snap!' })
  await expect.element(title).toBeVisible()
  expect(title.element().querySelector('svg')).not.toBeNull()
  const [own, text] = [title, dialog.getByText(/^Failed to fetch/)].map((part) => {
    const { fontSize, fontWeight } = getComputedStyle(part.element())
    return { size: Number.parseFloat(fontSize), weight: Number(fontWeight) }
  })
  expect(own?.weight).toBeGreaterThan(text?.weight ?? 0)
  expect(own?.size).toBeGreaterThanOrEqual(text?.size ?? 0)
})

test('it stays open while a call without an answer finds out whether the server is there', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<[number, unknown]>()
  serve({ 'HEAD *': () => promise })
  const { dialog, alert } = await open()
  const button = dialog.getByRole('button', { name: 'Ok', exact: true })
  await expect.element(button).toHaveFocus()
  const asking = checkConnection()
  await expect.element(dialog).toBeVisible()
  expect(alert.elements()).toEqual([])
  answer([200, ''])
  await asking
  await expect.element(button).toHaveFocus()
})

test('without a network it is told in the page alone, also while that is being found out, and when it is back', async () => {
  let answer = (_: 'no network' | [number, unknown]) => {}
  const next = () =>
    new Promise<'no network' | [number, unknown]>((resolve) => {
      answer = resolve
    })
  serve({ 'HEAD *': next })
  void checkConnection()
  const { dialog, alert } = await open()
  await expect.element(alert).toMatchTextContent(/Failed to fetch Scans. Please try again./)
  expect(dialog.elements()).toEqual([])
  answer('no network')
  await expect
    .element(alert)
    .toMatchTextContent(/Failed to fetch Scans. We will try again as soon as the connection is back./)
  window.dispatchEvent(new Event('online'))
  answer([200, ''])
  await expect.element(alert).toMatchTextContent(/Failed to fetch Scans. Please try again./)
  expect(dialog.elements()).toEqual([])
})
