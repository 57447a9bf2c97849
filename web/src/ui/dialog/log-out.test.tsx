import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useOnlineWait } from '../../platform/calls/waiting.ts'
import { useDraft } from '../../platform/drafts/draft.ts'
import { requestLogout } from '../../platform/session/session.tsx'
import { currentSession } from '../../platform/session/session-store.ts'
import { goOffline } from '../../testing/offline.ts'
import { ok, type Served, serve } from '../../testing/serve.ts'
import { show, signOut } from '../../testing/show.tsx'
import { useUnsaved } from '../edit/use-unsaved.ts'
import { Modal } from './modal-part.ts'

const form = '/common/api/draft/sample/'
const logout = 'POST /operator/logout/'
const Written = () => {
  const written = useForm({ initialValues: { text: '' } })
  useDraft('sample', written)
  useUnsaved(written.isDirty())
  return <TextInput label="Text" {...written.getInputProps('text')} />
}
const Page = () => {
  const [shown, setShown] = useState<'form' | 'dialog' | 'nothing'>('form')
  return (
    <>
      {shown === 'form' && <Written />}
      <Button onClick={() => setShown('dialog')}>Open</Button>
      <Button onClick={() => setShown('nothing')}>Elsewhere</Button>
      <Modal opened={shown === 'dialog'} onClose={() => setShown('form')} title="Why">
        <TextInput label="Reason" />
      </Modal>
    </>
  )
}

const saved = ok({ saved_at: '2026-11-21T20:42:07Z' })
const open = async (saving: Served = saved) => {
  const sent = serve({ [`GET ${form}`]: ok({ draft: null }), [`POST ${form}`]: saving, [logout]: ok() })
  const { screen } = await show(<Page />, { role: 'Nurse' })
  await expect.poll(() => sent.map(({ call }) => call)).toEqual([`GET ${form}`])
  const press = (name: string) => screen.getByRole('button', { name }).click()
  const question = screen.getByRole('alertdialog', { name: 'Log out without saving?' })
  return { screen, press, question, calls: () => sent.map(({ call }) => call) }
}
beforeEach(signOut)

test('without network, Log Out asks before a draft is lost that has not reached the server', async () => {
  const { screen, press, question, calls } = await open()
  await screen.getByLabelText('Text').fill('In the tunnel')
  goOffline()
  void requestLogout()
  await expect.element(question.getByText(/^What you entered last has not reached the portal/)).toBeVisible()
  await press('Stay signed in')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(screen.getByLabelText('Text')).toHaveValue('In the tunnel')
  expect(currentSession()).not.toBeNull()
  void requestLogout()
  await press('Log out')
  await expect.poll(currentSession).toBeNull()
  await expect.poll(calls).toContain(logout)
})

test.each<[string, Served]>([
  ['has no network', 'no network'],
  ['is refused by a server in trouble', [503, {}]],
])('it asks about a form that was left, too, if saving it %s', async (_, saving) => {
  const { screen, press, question } = await open(saving)
  await screen.getByLabelText('Text').fill('In the tunnel')
  await press('Elsewhere')
  void requestLogout()
  await expect.element(question).toBeVisible()
  await press('Stay signed in')
})

test('whoever walks away from the question is logged out after a minute', async () => {
  const { screen, question } = await open()
  await screen.getByLabelText('Text').fill('In the tunnel')
  goOffline()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  void requestLogout()
  await expect.element(question.getByText(/you will be logged out in a minute/)).toBeVisible()
  vi.advanceTimersByTime(59_000)
  expect(currentSession()).not.toBeNull()
  vi.advanceTimersByTime(1000)
  await expect.poll(currentSession).toBeNull()
})

test('with network, it saves the draft and asks nothing', async () => {
  const { screen, calls } = await open()
  await screen.getByLabelText('Text').fill('Parking')
  await requestLogout()
  expect(currentSession()).toBeNull()
  await expect.poll(calls).toEqual([`GET ${form}`, `POST ${form}`, logout])
})

test('it asks about what no draft keeps', async () => {
  const { screen, press } = await open()
  await press('Open')
  await screen.getByLabelText('Reason').fill('Asked to')
  void requestLogout()
  await press('Keep editing')
  await expect.element(screen.getByLabelText('Reason')).toHaveValue('Asked to')
  expect(currentSession()).not.toBeNull()
  void requestLogout()
  await press('Discard')
  await expect.poll(currentSession).toBeNull()
})

const Booking = () => {
  const { waitOnline } = useOnlineWait()
  return <Button onClick={() => void waitOnline(() => undefined).catch(() => undefined)}>Book</Button>
}

test('it asks before it gives up what waits for the network', async () => {
  serve({ [logout]: ok() })
  const { screen } = await show(<Booking />, { role: 'Nurse' })
  goOffline()
  await screen.getByRole('button', { name: 'Book' }).click()
  void requestLogout()
  await screen.getByRole('button', { name: 'Stay signed in' }).click()
  expect(currentSession()).not.toBeNull()
})
