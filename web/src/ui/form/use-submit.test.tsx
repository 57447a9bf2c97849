import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { onlineManager } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ApiFailure } from '../../platform/http/failure.ts'
import { clearSession } from '../../platform/session/session-store.ts'
import { show, signIn, signOut } from '../../testing/show.tsx'
import { useAttempt } from '../dialog/use-attempt.ts'
import { NoticeBar } from '../shell/NoticeBar.tsx'
import { OfflineBar } from '../shell/OfflineBar.tsx'
import { useSubmit } from './use-submit.ts'

type Values = { name: string; city: string }
type Options = Partial<Parameters<typeof useSubmit<Values, string>>[2]>
type Send = (values: Values) => Promise<string>

const FormOf = ({ send, ...options }: Options & { send: Send }) => {
  const form = useForm<Values>({
    initialValues: { name: '', city: '' },
    validate: { name: (name) => !name && 'Name is required', city: (city) => city === 'x' && 'No such city' },
  })
  const { submit, again, problem, dismiss, fields } = useSubmit(form, send, {
    onDone: () => undefined,
    sentence: (error) => (error instanceof ApiFailure ? `Failed: ${error.status}` : 'Failed'),
    ...options,
  })
  return (
    <form onSubmit={submit} noValidate>
      {problem && <p role="alert">{problem}</p>}
      {/* Not in the order of the values: the form's own order counts. */}
      <TextInput label="City" {...fields.getInputProps('city')} />
      <TextInput label="Name" {...fields.getInputProps('name')} />
      <Button type="submit" loading={form.submitting}>
        Save
      </Button>
      <Button onClick={() => void again()}>Once more</Button>
      <Button onClick={dismiss}>Dismiss</Button>
    </form>
  )
}
const open = async (send: Send, options: Options = {}) => {
  const { screen } = await show(<FormOf send={send} {...options} />)
  const field = (name: string) => screen.getByRole('textbox', { name })
  const press = (name: string) => screen.getByRole('button', { name }).click()
  return { screen, field, press, alert: screen.getByRole('alert') }
}
const refusing = (status: number, fields?: Record<string, string>) =>
  vi.fn<Send>(async () => {
    const body = { error: 'No', code: 'test', detail: 'No', request_id: 'test', ...(fields && { fields }) }
    throw new ApiFailure(status, body)
  })

test('what is wrong already is not sent; the first of the form’s own fields has the focus', async () => {
  const send = vi.fn<Send>()
  const { screen, field, press } = await open(send)
  await field('City').fill('x')
  await press('Save')
  await expect.element(screen.getByText('Name is required')).toBeVisible()
  await expect.element(screen.getByText('No such city')).toBeVisible()
  await expect.element(field('Name')).toHaveFocus()
  expect(send).not.toHaveBeenCalled()
})

test('what the server refuses stands at its fields, with the focus on the first and everything typed still there', async () => {
  const { screen, field, press, alert } = await open(refusing(400, { city: 'Not ours', name: 'Taken' }))
  await field('Name').fill('Ana')
  await field('City').fill('Salem')
  await press('Save')
  await expect.element(screen.getByText('Not ours')).toBeVisible()
  await expect.element(field('Name')).toHaveFocus()
  await expect.element(field('Name')).toHaveAccessibleDescription('Taken')
  await expect.element(field('City')).toHaveValue('Salem')
  await expect.element(alert).not.toBeInTheDocument()
})

test('anything else is a sentence, gone with the next try', async () => {
  let broken = true
  const done = vi.fn()
  const send = vi.fn<Send>(async ({ name }) => {
    if (broken) throw new ApiFailure(500)
    return name
  })
  const { field, press, alert } = await open(send, { onDone: done, focus: 'city' })
  await field('Name').fill('Ana')
  await press('Save')
  await expect.element(alert).toHaveTextContent('Failed: 500')
  await expect.element(field('City')).toHaveFocus()
  await expect.element(field('Name')).toHaveValue('Ana')
  broken = false
  await press('Save')
  await expect.element(alert).not.toBeInTheDocument()
  expect(done.mock.calls).toEqual([['Ana']])
})

test('a failure that the form answers itself is not told again', async () => {
  const handled = vi.fn(() => true)
  const { field, press, alert } = await open(refusing(409), { handled })
  await field('Name').fill('Ana')
  await press('Save')
  await expect.poll(() => handled.mock.calls.length).toBe(1)
  await expect.element(alert).not.toBeInTheDocument()
})

test('a second try sends what is typed by then, and a sentence can be dismissed', async () => {
  const send = refusing(500)
  const { field, press, alert } = await open(send)
  await field('Name').fill('Ana')
  await press('Save')
  await field('Name').fill('Anita')
  await press('Once more')
  await expect.poll(() => send.mock.calls.map(([{ name }]) => name)).toEqual(['Ana', 'Anita'])
  await press('Dismiss')
  await expect.element(alert).not.toBeInTheDocument()
})

test('while it is on its way a form is not sent again', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const send = vi.fn<Send>(() => promise)
  const { screen, field, press } = await open(send)
  await field('Name').fill('Ana')
  await press('Save')
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  resolve('')
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeEnabled()
  await userEvent.click(field('Name'))
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => send.mock.calls.length).toBe(2)
})

test('while it is on its way nothing is typed that the response would take away, and the focus stays', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const { screen, field, press } = await open(() => promise)
  await field('Name').fill('Ana')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  await userEvent.keyboard('belle')
  await expect.element(field('Name')).toHaveValue('Ana')
  await expect.element(field('Name')).toHaveFocus()
  resolve('')
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeEnabled()
  await press('Dismiss')
  await field('Name').fill('Anita')
  await expect.element(field('Name')).toHaveValue('Anita')
})

const Trying = ({ work, onDone }: { work: () => Promise<number>; onDone: (result: number) => void }) => {
  const { attempt, busy, problem, dismiss } = useAttempt(() => 'It failed.')
  return (
    <>
      <Button loading={busy} onClick={() => void attempt(work, onDone)}>
        Try
      </Button>
      <Button onClick={dismiss}>Dismiss</Button>
      {problem && <p role="alert">{problem}</p>}
    </>
  )
}

test('a single try tells its failure until the next, and its result once', async () => {
  const done = vi.fn()
  const failed = new Error('no')
  const work = vi.fn<() => Promise<number>>()
  work.mockRejectedValueOnce(failed).mockRejectedValueOnce(failed).mockResolvedValueOnce(7)
  const { screen } = await show(<Trying work={work} onDone={done} />)
  const button = screen.getByRole('button', { name: 'Try' })
  await button.click()
  const alert = screen.getByRole('alert')
  await expect.element(alert).toHaveTextContent('It failed.')
  await screen.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(alert).not.toBeInTheDocument()
  await button.click()
  await expect.element(alert).toHaveTextContent('It failed.')
  await button.click()
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(button).toBeEnabled()
  expect(done.mock.calls).toEqual([[7]])
})

const FormWithBar = ({ send }: { send: Send }) => {
  const [isLeft, setLeft] = useState(false)
  return (
    <>
      {!isLeft && <FormOf send={send} />}
      <Button onClick={() => setLeft(!isLeft)}>{isLeft ? 'Return' : 'Leave'}</Button>
      <NoticeBar />
      <OfflineBar />
    </>
  )
}
const notSent = 'What you entered was not sent, because there was no connection.'
describe('without network', () => {
  beforeEach(() => onlineManager.setOnline(false))
  afterEach(() => {
    onlineManager.setOnline(true)
    signOut()
  })

  const typed = async (send: Send) => {
    const { screen } = await show(<FormWithBar send={send} />)
    await screen.getByRole('textbox', { name: 'Name' }).fill('Ada')
    await screen.getByRole('button', { name: 'Save' }).click()
    const waits = screen.getByText(/Your changes will be sent as soon as the connection is back/)
    await expect.element(waits).toBeVisible()
    return { screen, waits }
  }

  test('it waits, says so, and is sent once when the connection is back', async () => {
    const send = vi.fn<Send>(async () => 'done')
    const { waits } = await typed(send)
    expect(send).not.toHaveBeenCalled()
    onlineManager.setOnline(true)
    await expect.element(waits).not.toBeInTheDocument()
    expect(send.mock.calls).toEqual([[{ name: 'Ada', city: '' }]])
  })

  test('it is sent once, however often one presses', async () => {
    const send = vi.fn<Send>(async () => 'done')
    const { screen, waits } = await typed(send)
    await screen.getByRole('button', { name: 'Once more' }).click()
    await userEvent.click(screen.getByRole('textbox', { name: 'City' }))
    await userEvent.keyboard('{Enter}')
    onlineManager.setOnline(true)
    await expect.element(waits).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'Save' })).toBeEnabled()
    expect(send.mock.calls).toEqual([[{ name: 'Ada', city: '' }]])
  })

  test('what is being changed while it waits is kept and not sent in half', async () => {
    const send = vi.fn<Send>(async () => 'done')
    const { screen } = await typed(send)
    await screen.getByRole('textbox', { name: 'Name' }).fill('Ada Lov')
    onlineManager.setOnline(true)
    await expect.element(screen.getByRole('alert')).toMatchTextContent(/nothing was sent. Please check it/)
    await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada Lov')
    expect(send).not.toHaveBeenCalled()
    await screen.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace')
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => send.mock.calls).toEqual([[{ name: 'Ada Lovelace', city: '' }]])
  })

  test('who would rather not wait has what was typed, and it is not sent later', async () => {
    const send = vi.fn<Send>(async () => 'done')
    const { screen } = await typed(send)
    await screen.getByRole('button', { name: 'Stop waiting' }).click()
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent('Nothing was sent. Everything you typed is still here.')
    await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada')
    onlineManager.setOnline(true)
    expect(send).not.toHaveBeenCalled()
  })

  test('who leaves the form sends nothing, and reads that nothing was sent, until the next try', async () => {
    const send = vi.fn<Send>(async () => 'done')
    const { screen, waits } = await typed(send)
    await screen.getByRole('button', { name: 'Leave' }).click()
    await expect.element(waits).not.toBeInTheDocument()
    await expect.element(screen.getByText(notSent)).toBeVisible()
    onlineManager.setOnline(true)
    expect(send).not.toHaveBeenCalled()
    await screen.getByRole('button', { name: 'Return' }).click()
    await screen.getByRole('textbox', { name: 'Name' }).fill('Ada')
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => send.mock.calls.length).toBe(1)
    await expect.element(screen.getByText(notSent)).not.toBeInTheDocument()
  })

  test('who is signed out meanwhile leaves no word of it', async () => {
    signIn('Patient')
    const { screen, waits } = await typed(vi.fn<Send>())
    clearSession()
    await screen.getByRole('button', { name: 'Leave' }).click()
    await expect.element(waits).not.toBeInTheDocument()
    expect(screen.getByText(notSent).elements()).toEqual([])
  })
})
