import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { untilOnline } from '../../platform/calls/waiting.ts'
import { show } from '../../testing/show.tsx'
import { DialogButtons } from './DialogButtons.tsx'

afterEach(() => onlineManager.setOnline(true))

test('what is on its way cannot be canceled', async () => {
  const { screen } = await show(<DialogButtons confirm="Save" onCancel={() => {}} busy />)
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled()
})

test('what waits for the network is canceled first, and the dialog stays', async () => {
  const onCancel = vi.fn()
  onlineManager.setOnline(false)
  const waiting = untilOnline(new AbortController().signal)
  const stopped = expect(waiting).rejects.toThrow('Nothing was sent.')
  const { screen } = await show(<DialogButtons confirm="Save" onCancel={onCancel} busy />)
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await stopped
  expect(onCancel).not.toHaveBeenCalled()
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled()
})
