import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ApiFailure } from '../../platform/http/failure.ts'
import { show } from '../../testing/show.tsx'
import { useAttempt } from '../dialog/use-attempt.ts'
import { useSubmit } from './use-submit.ts'

type Values = { name: string; city: string }
type Options = Partial<Parameters<typeof useSubmit<Values, string>>[2]>
type Send = (values: Values) => Promise<string>

const FormOf = ({ send, ...options }: Options & { send: Send }) => {
  const form = useForm<Values>({
    initialValues: { name: '', city: '' },
    validate: { name: (name) => !name && 'Name is required', city: (city) => city === 'x' && 'No such city' },
  })
  const { submit, again, problem, dismiss } = useSubmit(form, send, {
    onDone: () => undefined,
    sentence: (error) => (error instanceof ApiFailure ? `Failed: ${error.status}` : 'Failed'),
    ...options,
  })
  return (
    <form onSubmit={submit} noValidate>
      {problem && <p role="alert">{problem}</p>}
      {/* Not in the order of the values: the form's own order counts. */}
      <TextInput label="City" {...form.getInputProps('city')} />
      <TextInput label="Name" {...form.getInputProps('name')} />
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
  const answered = vi.fn(() => true)
  const { field, press, alert } = await open(refusing(409), { answered })
  await field('Name').fill('Ana')
  await press('Save')
  await expect.poll(() => answered.mock.calls.length).toBe(1)
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
