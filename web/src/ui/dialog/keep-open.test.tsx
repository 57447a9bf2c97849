import { keysOf } from '@fornix/contract'
import { Checkbox, Radio, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { onlineManager } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { untilOnline } from '../../platform/calls/waiting.ts'
import { show } from '../../testing/show.tsx'
import { DraftNote } from '../form/DraftNote.tsx'
import { useSubmit } from '../form/use-submit.ts'
import { KeepFocus } from '../shell/KeepFocus.tsx'
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

test('Escape gives up what the dialog sends, and nothing that waited before it opened', async () => {
  onlineManager.setOnline(false)
  const before = untilOnline(new AbortController().signal)
  const { screen, press, send } = await open()
  await press('Send')
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByText(/^Nothing was sent\./)).toBeVisible()
  onlineManager.setOnline(true)
  await expect(before).resolves.toBeUndefined()
  expect(send).not.toHaveBeenCalled()
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

const question = (screen: Page) => screen.getByRole('alertdialog', { name: 'Discard what you entered?' })
const clickBeside = () =>
  userEvent.click(document.querySelector('[class*=overlay]')!, {
    position: { x: innerWidth - 9, y: innerHeight - 9 },
  })
const closings = {
  Escape: () => userEvent.keyboard('{Escape}'),
  'a click beside it': clickBeside,
}

test.each(
  keysOf(dialogs).flatMap((kind) =>
    keysOf(changes).flatMap((change) => keysOf(closings).map((by) => ({ kind, change, by }))),
  ),
)('$by closes a $kind at once, and asks first once something was $change it', async ({ kind, change, by }) => {
  const onClose = vi.fn()
  const { screen } = await show(<Opening kind={kind} onClose={onClose} />)
  const open = async () => {
    await screen.getByRole('button', { name: 'Open' }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Why' })).toBeVisible()
  }
  await open()
  await closings[by]()
  expect(onClose).toHaveBeenCalledOnce()
  await open()
  await changes[change](screen)
  await closings[by]()
  await expect.element(question(screen)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question(screen)).not.toBeInTheDocument()
  await closings[by]()
  await question(screen).getByRole('button', { name: 'Discard' }).click()
  expect(onClose).toHaveBeenCalledTimes(2)
  await open()
  await closings[by]()
  expect(onClose).toHaveBeenCalledTimes(3)
})

test('the question begins at the button that keeps everything, and Tab does not leave it', async () => {
  const onClose = vi.fn()
  const { screen } = await show(
    <>
      <KeepFocus />
      <Opening kind="Modal" onClose={onClose} />
    </>,
  )
  await screen.getByRole('button', { name: 'Open' }).click()
  await changes['typed in'](screen)
  await userEvent.keyboard('{Escape}')
  const keep = question(screen).getByRole('button', { name: 'Keep editing' })
  await expect.element(keep).toHaveFocus()
  const discard = question(screen).getByRole('button', { name: 'Discard' })
  await userEvent.keyboard('{Tab}')
  await expect.element(discard).toHaveFocus()
  for (const next of [keep, discard]) {
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    await expect.element(next).toHaveFocus()
  }
  await keep.click()
  await expect.element(screen.getByLabelText('Reason')).toHaveValue('Asked to')
  await expect.element(screen.getByLabelText('Reason')).toHaveFocus()
  expect(onClose).not.toHaveBeenCalled()
})

test('nothing is asked if all fields hold again what they held', async () => {
  const onClose = vi.fn()
  const { screen } = await show(<Opening kind="Modal" onClose={onClose} />)
  await screen.getByRole('button', { name: 'Open' }).click()
  for (const text of ['Asked to', '']) await screen.getByLabelText('Reason').fill(text)
  for (const _ of ['ticked', 'unticked']) await changes['ticked in'](screen)
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

const chooseBack = {
  list: async (screen: Page) => {
    for (const name of ['Other', 'Safety']) {
      await screen.getByRole('combobox', { name: 'Ground' }).click()
      await screen.getByRole('option', { name }).click()
    }
  },
  'radio button': async (screen: Page) => {
    for (const name of ['Later', 'Now']) await screen.getByRole('radio', { name }).click()
  },
}

test.each(keysOf(chooseBack))('nothing is asked if a choice of a %s was changed back', async (kind) => {
  const onClose = vi.fn()
  const { screen } = await show(
    <Modal opened onClose={onClose} title="Why">
      <form>
        <Select label="Ground" data={['Safety', 'Other']} defaultValue="Safety" allowDeselect={false} />
        <Radio.Group label="When" defaultValue="Now">
          <Radio value="Now" label="Now" />
          <Radio value="Later" label="Later" />
        </Radio.Group>
      </form>
    </Modal>,
  )
  await chooseBack[kind](screen)
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

const Leaving = ({ onClose }: { onClose: () => void }) => {
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <Modal opened onClose={onClose} title="Why">
      <form>{chosen ?? <Select label="Ground" data={['Safety', 'Other']} onChange={setChosen} />}</form>
    </Modal>
  )
}

test('a choice whose list is gone is asked about while its form is there', async () => {
  const onClose = vi.fn()
  const { screen } = await show(<Leaving onClose={onClose} />)
  await changes['chosen in'](screen)
  await expect.element(screen.getByText('Other')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question(screen)).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
})

const Sent = ({ onClose }: { onClose: () => void }) => {
  const [isSent, setSent] = useState(false)
  return (
    <Modal opened onClose={onClose} title="Why">
      {isSent ? 'Thank you' : <Fields />}
      <button type="button" onClick={() => setSent(true)}>
        Send
      </button>
    </Modal>
  )
}

test('nothing is asked once the form was sent and is gone', async () => {
  const onClose = vi.fn()
  const { screen } = await show(<Sent onClose={onClose} />)
  await changes['typed in'](screen)
  await screen.getByRole('button', { name: 'Send' }).click()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('nothing is asked if a draft keeps what was typed', async () => {
  const onClose = vi.fn()
  const draft = { savedAt: null, resume: undefined, replaces: false, discard: () => {} }
  const { screen } = await show(
    <Modal opened onClose={onClose} title="Why">
      <DraftNote draft={draft} />
      <Fields />
    </Modal>,
  )
  await changes['typed in'](screen)
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('what a dialog asks begins as far from its edge as the dialog itself', async () => {
  const { screen } = await show(
    <Modal opened onClose={() => {}} title="Why">
      <TextInput label="Reason" />
    </Modal>,
  )
  await screen.getByLabelText('Reason').fill('Asked to')
  await userEvent.keyboard('{Escape}')
  const insetOf = (role: 'dialog' | 'alertdialog', name: string) => {
    const dialog = screen.getByRole(role, { name })
    const title = dialog.getByRole('heading').element().getBoundingClientRect()
    return title.left - dialog.element().getBoundingClientRect().left
  }
  await expect.element(screen.getByRole('alertdialog')).toBeVisible()
  // One of them has a border.
  const difference = insetOf('alertdialog', 'Discard what you entered?') - insetOf('dialog', 'Why')
  expect(Math.abs(difference)).toBeLessThanOrEqual(1)
})
