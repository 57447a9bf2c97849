import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Outlet, useNavigate } from 'react-router'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { mayLeave } from '../../platform/base/before-leaving.ts'
import { showRoutes, signOut } from '../../testing/show.tsx'
import { useUnsaved } from '../edit/use-unsaved.ts'
import { useSubmit } from '../form/use-submit.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import { Modal } from './modal-part.ts'

const WriteForm = ({ onDone }: { onDone: () => unknown }) => {
  const form = useForm({ initialValues: { reason: '' } })
  const { submit } = useSubmit(form, async () => {}, { onDone, sentence: () => 'Not sent.' })
  return (
    <form onSubmit={submit}>
      <TextInput label="Reason" {...form.getInputProps('reason')} />
      <Button type="submit">Send</Button>
    </form>
  )
}

const WritePage = ({ isDirty = false }: { isDirty?: boolean }) => {
  const [opened, setOpened] = useState(false)
  const navigate = useNavigate()
  useUnsaved(isDirty)
  return (
    <>
      <Button onClick={() => setOpened(true)}>Write</Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="Why">
        <WriteForm onDone={() => navigate('/sent')} />
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
const open = async (typed: string, isDirty = false) => {
  const shown = await showRoutes(
    [
      {
        Component: Root,
        children: [
          { path: '/write', element: <WritePage isDirty={isDirty} /> },
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
  const { screen, back, question, press } = await open('Asked to', true)
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

test('switching the project asks as well', async () => {
  const { press } = await open('Asked to')
  const kept = mayLeave()
  await press('Keep editing')
  expect(await kept).toBe(false)
  const left = mayLeave()
  await press('Discard')
  expect(await left).toBe(true)
})
