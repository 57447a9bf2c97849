import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { Outlet, useNavigate } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { beforeLeaving, mayLeave } from '../../platform/base/before-leaving.ts'
import { messages } from '../../platform/base/messages.ts'
import { goOffline } from '../../testing/offline.ts'
import { showRoutes, signOut } from '../../testing/show.tsx'
import { useUnsaved } from '../edit/use-unsaved.ts'
import { useSubmit } from '../form/use-submit.ts'
import { useEntriesStored } from './dialog-state.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import { Modal } from './modal-part.ts'
import { registerUnsaved } from './unsaved.ts'

type Send = () => Promise<unknown>
const WriteForm = ({ send, onDone }: { send: Send; onDone: () => unknown }) => {
  const form = useForm({ initialValues: { reason: '' } })
  const { submit, problem } = useSubmit(form, send, { onDone, sentence: () => 'Not sent.' })
  return (
    <form onSubmit={submit}>
      <TextInput label="Reason" {...form.getInputProps('reason')} />
      <Button type="submit">Send</Button>
      <p>{problem}</p>
    </form>
  )
}

type Options = { isDirty?: boolean; send?: Send; stays?: boolean; inside?: ReactNode }
const WritePage = ({ isDirty = false, send = async () => {}, stays = false, inside }: Options) => {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const navigate = useNavigate()
  useUnsaved(isDirty)
  return (
    <>
      <Button onClick={() => setOpened(true)}>Write</Button>
      <Modal opened={opened} onClose={close} title="Why">
        {inside}
        <WriteForm send={send} onDone={stays ? close : () => navigate('/sent')} />
      </Modal>
    </>
  )
}

const Root = () => (
  <>
    <LeaveGuard />
    <Outlet />
  </>
)

/** A page that was reached from another, with an open dialog in which something may be typed. */
const open = async (typed: string, options: Options = {}) => {
  const shown = await showRoutes(
    [
      {
        Component: Root,
        children: [
          { path: '/write', element: <WritePage {...options} /> },
          { path: '*', element: <h1>Another page</h1> },
        ],
      },
    ],
    { role: 'Nurse' },
  )
  await shown.router.navigate('/write')
  await shown.screen.getByRole('button', { name: 'Write' }).click()
  await shown.screen.getByLabelText('Reason').fill(typed)
  const question = shown.screen.getByRole('alertdialog', { name: 'Discard what you entered?' })
  const press = (name: string) => shown.screen.getByRole('button', { name }).click()
  return { ...shown, question, press, back: () => shown.router.navigate(-1) }
}

test('Back out of a dialog with something typed in it asks first; keeping leaves all as it was, discarding goes on', async () => {
  const { screen, question, back, address } = await open('Asked to')
  await back()
  await expect.element(question.getByRole('button', { name: 'Keep editing' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(screen.getByLabelText('Reason')).toHaveValue('Asked to')
  await expect.element(screen.getByLabelText('Reason')).toHaveFocus()
  expect(address()).toBe('/write')
  await back()
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(screen.getByRole('dialog', { name: 'Why' })).toBeVisible()
  await back()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Another page' })).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
})

test('Back out of a dialog with nothing in it does not ask', async () => {
  const { screen, back } = await open('')
  await back()
  await expect.element(screen.getByRole('heading', { name: 'Another page' })).toBeVisible()
})

test('a page that is itself unsaved asks once for both', async () => {
  const { screen, back, question, press } = await open('Asked to', { isDirty: true })
  await back()
  await expect.element(screen.getByRole('alertdialog', { name: 'Unsaved changes' })).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
  await press('Leave without saving')
  await expect.element(screen.getByRole('heading', { name: 'Another page' })).toBeVisible()
})

test('what was sent is not asked about where the page leads next', async () => {
  const { press, address } = await open('Asked to')
  await press('Send')
  await expect.poll(address).toBe('/sent')
})

const asksBrowser = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('the browser asks before it closes the tab, only while something was typed and nobody else has signed in', async () => {
  const { screen, press, question } = await open('')
  expect(asksBrowser()).toBe(false)
  await screen.getByLabelText('Reason').fill('Asked to')
  expect(asksBrowser()).toBe(true)
  await userEvent.keyboard('{Escape}')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.element(screen.getByLabelText('Reason')).not.toBeInTheDocument()
  expect(asksBrowser()).toBe(false)
  await press('Write')
  await screen.getByLabelText('Reason').fill('Again')
  expect(asksBrowser()).toBe(true)
  signOut()
  expect(asksBrowser()).toBe(false)
})

test.each([
  ['what was typed', 'Asked to', true],
  ['a draft that could not be saved', '', false],
])('switching the project asks before it loses %s', async (_, text, isSaved) => {
  const { press } = await open(text)
  onTestFinished(beforeLeaving(() => Promise.resolve(isSaved)))
  const kept = mayLeave()
  await press('Keep editing')
  expect(await kept).toBe(false)
  const left = mayLeave()
  await press('Discard')
  expect(await left).toBe(true)
})

const sendingPart = () => {
  const sending = Promise.withResolvers<void>()
  return { sending, send: () => sending.promise }
}

test('what is on its way is not called lost, and once it is saved nothing is asked any more', async () => {
  const { sending, send } = sendingPart()
  const { screen, press, back, address } = await open('Asked to', { send, stays: true })
  await press('Send')
  await back()
  const question = screen.getByRole('alertdialog', { name: 'This is still being sent' })
  await expect.element(question).toBeVisible()
  sending.resolve()
  await expect.element(screen.getByLabelText('Reason')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
  expect(address()).toBe('/write')
})

test('what could not be sent is asked about as lost again', async () => {
  const { sending, send } = sendingPart()
  const { screen, press, back, question } = await open('Asked to', { send, stays: true })
  await press('Send')
  await back()
  await expect.element(screen.getByRole('alertdialog', { name: 'This is still being sent' })).toBeVisible()
  sending.reject(new Error('no'))
  await expect.element(question).toBeVisible()
  await press('Keep editing')
  await expect.element(screen.getByText('Not sent.')).toBeVisible()
  await expect.element(screen.getByLabelText('Reason')).toHaveValue('Asked to')
})

test('what only waits for the network is lost by leaving', async () => {
  const { press, back, question } = await open('Asked to')
  goOffline()
  await press('Send')
  await back()
  await expect.element(question).toBeVisible()
})

test('a step that stays on the page discards what was typed in the dialog, and closes it', async () => {
  const { screen, router, press } = await open('Asked to')
  await router.navigate('/write?page=2')
  await press('Discard')
  await expect.element(screen.getByLabelText('Reason')).not.toBeInTheDocument()
  await press('Write')
  await expect.element(screen.getByLabelText('Reason')).toHaveValue('')
  await router.navigate('/write?page=3')
  await expect.poll(() => router.state.location.search).toBe('?page=3')
})

test('leaving forgets all that is unsaved, and nothing that is still being sent', async () => {
  const { press } = await open('Asked to')
  const parts = [true, false].map((isSending) => ({
    isThere: () => true,
    isSending: () => isSending,
    onLeave: vi.fn(),
  }))
  for (const part of parts) onTestFinished(registerUnsaved({ ...part, texts: messages.discard }))
  const left = mayLeave()
  await press('Discard')
  expect(await left).toBe(true)
  expect(parts.map(({ onLeave }) => onLeave.mock.calls.length)).toEqual([0, 1])
})

const SavingCard = ({ saving }: { saving: Promise<unknown> }) => {
  const [state, setState] = useState<'dirty' | 'sending' | 'saved'>('dirty')
  useUnsaved(state !== 'saved', { isSending: state === 'sending' })
  const save = () => {
    setState('sending')
    void saving.then(() => setState('saved'))
  }
  return (
    <>
      <Button onClick={save}>Save</Button>
      <p>{state}</p>
    </>
  )
}

test('the question about a card says that it is being sent, and ends once it is saved', async () => {
  const { sending } = sendingPart()
  const { screen, router } = await showRoutes(
    [{ Component: Root, children: [{ path: '*', element: <SavingCard saving={sending.promise} /> }] }],
    { role: 'Nurse' },
  )
  await screen.getByRole('button', { name: 'Save' }).click()
  await router.navigate('/elsewhere')
  await expect.element(screen.getByRole('alertdialog', { name: 'This is still being sent' })).toBeVisible()
  sending.resolve()
  await expect.element(screen.getByText('saved')).toBeVisible()
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
  expect(router.state.location.pathname).toBe('/')
})

const Stored = () => {
  useEntriesStored()
  return null
}

test('what is stored is not asked about on leaving the page', async () => {
  const stored = await open('Asked to', { inside: <Stored /> })
  await stored.back()
  await expect.element(stored.screen.getByRole('heading', { name: 'Another page' })).toBeVisible()
})
