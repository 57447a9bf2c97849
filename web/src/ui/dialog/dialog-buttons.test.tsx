import { onlineManager } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { untilOnline } from '../../platform/calls/waiting.ts'
import { show } from '../../testing/show.tsx'
import { ErrorAlert } from '../display/ErrorAlert.tsx'
import { DialogButtons } from './DialogButtons.tsx'
import { Modal } from './modal-part.ts'

afterEach(() => onlineManager.setOnline(true))

test('what is on its way cannot be canceled', async () => {
  const { screen } = await show(<DialogButtons confirm="Save" onCancel={() => {}} busy />)
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled()
})

test('what waits for the network is canceled first, and the dialog stays', async () => {
  const onCancel = vi.fn()
  onlineManager.setOnline(false)
  const { screen } = await show(<DialogButtons confirm="Save" onCancel={onCancel} busy />)
  const stopped = expect(untilOnline(new AbortController().signal)).rejects.toThrow('Nothing was sent.')
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await stopped
  expect(onCancel).not.toHaveBeenCalled()
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled()
})

test('what waited before the dialog opened is not the dialog’s to cancel', async () => {
  onlineManager.setOnline(false)
  const before = untilOnline(new AbortController().signal)
  const { screen } = await show(<DialogButtons confirm="Save" onCancel={() => {}} busy />)
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  const own = expect(untilOnline(new AbortController().signal)).rejects.toThrow('Nothing was sent.')
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await own
  onlineManager.setOnline(true)
  await expect(before).resolves.toBeUndefined()
})

test('Cancel closes a dialog that sends nothing, and what else waits for the network still waits', async () => {
  const onCancel = vi.fn()
  onlineManager.setOnline(false)
  const waiting = untilOnline(new AbortController().signal)
  const { screen } = await show(<DialogButtons confirm="Save" onCancel={onCancel} busy={false} />)
  await screen.getByRole('button', { name: 'Cancel' }).click()
  expect(onCancel).toHaveBeenCalledOnce()
  onlineManager.setOnline(true)
  await expect(waiting).resolves.toBeUndefined()
})

const LongDialog = () => {
  const [problem, setProblem] = useState('')
  return (
    <Modal opened onClose={() => {}} title="Long">
      <div style={{ height: 2000 }} />
      {problem && <ErrorAlert>{problem}</ErrorAlert>}
      <DialogButtons confirm="Save" onCancel={() => {}} busy={false} onConfirm={() => setProblem('Not saved.')} />
    </Modal>
  )
}

test('what failed comes into sight above the buttons of a long dialog', async () => {
  const { screen } = await show(<LongDialog />)
  const save = screen.getByRole('button', { name: 'Save' })
  await save.click()
  const bottomOfAlert = () => screen.getByRole('alert').element().getBoundingClientRect().bottom
  await expect.poll(() => bottomOfAlert() <= save.element().getBoundingClientRect().top).toBe(true)
})
