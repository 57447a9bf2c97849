import { useForm } from '@mantine/form'
import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../../testing/show.tsx'
import { useSubmit } from '../form/use-submit.ts'
import { Modal } from './modal-part.ts'

const Form = ({ send }: { send: () => Promise<unknown> }) => {
  const form = useForm({ initialValues: {} })
  const { submit, problem } = useSubmit(form, send, { onDone: () => {}, sentence: () => 'Not sent.' })
  return (
    <form onSubmit={submit}>
      <button type="submit">Send</button>
      <p>{problem}</p>
    </form>
  )
}

const open = async () => {
  const onClose = vi.fn()
  const sending = Promise.withResolvers<void>()
  const send = vi.fn(() => sending.promise)
  const { screen } = await show(
    <Modal opened onClose={onClose} title="Write" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Form send={send} />
    </Modal>,
  )
  const press = (name: string) => screen.getByRole('button', { name }).click()
  return { screen, press, onClose, send, sending }
}

afterEach(() => onlineManager.setOnline(true))

test('a dialog does not close while what was typed in it is on its way', async () => {
  const { screen, press, onClose, send, sending } = await open()
  await press('Send')
  await expect.poll(() => send.mock.calls.length).toBe(1)
  await userEvent.keyboard('{Escape}')
  await press('Close')
  expect(onClose).not.toHaveBeenCalled()
  sending.reject(new Error('no'))
  await expect.element(screen.getByText('Not sent.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('what waits for the network is canceled first, and the dialog stays', async () => {
  const { screen, press, onClose, send } = await open()
  onlineManager.setOnline(false)
  await press('Send')
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByText(/^Nothing was sent\./)).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
  expect(send).not.toHaveBeenCalled()
})
