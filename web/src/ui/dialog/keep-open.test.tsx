import { keysOf } from '@fornix/contract'
import { Checkbox, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { onlineManager } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../../testing/show.tsx'
import { useSubmit } from '../form/use-submit.ts'
import { Drawer } from './drawer-part.ts'
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

type Page = Awaited<ReturnType<typeof show>>['screen']
const Fields = () => (
  <>
    <TextInput label="Reason" />
    <Checkbox label="Sure" />
    <Select label="Ground" data={['Safety', 'Other']} />
  </>
)
const changes = {
  'typed in': (screen: Page) => screen.getByLabelText('Reason').fill('Asked to'),
  'ticked in': (screen: Page) => screen.getByLabelText('Sure').click(),
  'chosen in': async (screen: Page) => {
    await screen.getByRole('combobox', { name: 'Ground' }).click()
    await screen.getByRole('option', { name: 'Other' }).click()
  },
}
const dialogs = { Modal, Drawer }

const Opening = ({ kind, onClose }: { kind: keyof typeof dialogs; onClose: () => void }) => {
  const [opened, setOpened] = useState(false)
  const Dialog = dialogs[kind]
  const close = () => {
    setOpened(false)
    onClose()
  }
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <Dialog opened={opened} onClose={close} title="Why">
        <Fields />
      </Dialog>
    </>
  )
}

test.each(keysOf(dialogs).flatMap((kind) => keysOf(changes).map((change) => ({ kind, change }))))(
  'a click beside a $kind closes it, until something was $change it',
  async ({ kind, change }) => {
    const onClose = vi.fn()
    const { screen } = await show(<Opening kind={kind} onClose={onClose} />)
    const open = () => screen.getByRole('button', { name: 'Open' }).click()
    const clickBeside = () =>
      userEvent.click(document.querySelector('[class*=overlay]')!, {
        position: { x: innerWidth - 9, y: innerHeight - 9 },
      })
    await open()
    await clickBeside()
    expect(onClose).toHaveBeenCalledOnce()
    await open()
    await changes[change](screen)
    await clickBeside()
    expect(onClose).toHaveBeenCalledOnce()
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(2)
    await open()
    await clickBeside()
    expect(onClose).toHaveBeenCalledTimes(3)
  },
)
