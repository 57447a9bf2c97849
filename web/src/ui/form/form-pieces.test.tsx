import { addDays } from '@fornix/contract'
import { Button, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { queryClient } from '../../platform/http/query-client.ts'
import { noteServerTime } from '../../platform/http/server-clock.ts'
import { config, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { SummaryList } from '../display/SummaryList.tsx'
import { DobSelects } from './DobSelects.tsx'
import { DraftNote } from './DraftNote.tsx'
import { FormAlert } from './FormAlert.tsx'
import { PasswordChecklist } from './PasswordChecklist.tsx'
import { StateSelect } from './StateSelect.tsx'

test('every password rule is told as met or not, and the second typing is compared', async () => {
  const { screen } = await show(<PasswordChecklist password="Abcdefg1" confirmation="Abc" />)
  const rules = screen
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent)
  expect(rules).toEqual([
    'At least 8 characters: met',
    'One lowercase letter: met',
    'One uppercase letter: met',
    'One digit: met',
    'One special character from !@#$%^&*(): not met yet',
  ])
  await expect.element(screen.getByText('Passwords do not match')).toBeVisible()
})

test('a long word in a name leaves the values below each other', async () => {
  const rows = [
    ['Age', '40'],
    ['Pastillas anticonceptivas', 'No'],
  ] as const
  await show(
    <div style={{ width: 220 }}>
      <SummaryList rows={rows} />
    </div>,
  )
  const left = [...document.querySelectorAll('dd')].map((value) => value.getBoundingClientRect().left)
  expect(new Set(left).size).toBe(1)
})

const alone = 'At least 15 characters if you have no second step for signing in'
test.each([
  ['Lantern-fish-7', alone],
  ['Lantern-fish-77', `${alone}: met`],
])('where a password alone has to be long, the rules say so before %s is sent', async (password, said) => {
  serve({ 'GET /common/api/config/': [200, { ...config, long_passwords: true }] })
  queryClient.clear()
  const { screen } = await show(<PasswordChecklist password={password} confirmation="" />)
  await expect.poll(() => screen.getByRole('listitem').elements().at(-1)?.textContent).toBe(said)
  queryClient.clear()
})

test('the lines of a rule that takes two are apart', async () => {
  const { screen } = await show(<PasswordChecklist password="" confirmation="" />)
  const { fontSize, lineHeight } = getComputedStyle(screen.getByText(/^One special character/).element())
  expect(Number.parseFloat(lineHeight) / Number.parseFloat(fontSize)).toBeGreaterThan(1.3)
})

test('equal passwords match, and nothing is said before the second is typed', async () => {
  const { screen } = await show(<PasswordChecklist password="Abcdef1!" confirmation="Abcdef1!" />)
  await expect.element(screen.getByText('Passwords match')).toBeVisible()
  const empty = await show(<PasswordChecklist password="Abcdef1!" confirmation="" />)
  expect(empty.screen.container.textContent).not.toMatch(/Passwords/)
})

const Dob = ({ first, told }: { first: string | null; told: (value: string | null) => void }) => {
  const [value, setValue] = useState(first)
  return (
    <DobSelects
      value={value}
      onChange={(next) => {
        told(next)
        setValue(next)
      }}
    />
  )
}

test('three choices make a date of birth', async () => {
  const told = vi.fn()
  const { screen } = await show(<Dob first={null} told={told} />)
  for (const [name, option] of [
    ['Month', 'April'],
    ['Day', '18'],
    ['Year', '1986'],
  ] as const) {
    await screen.getByRole('combobox', { name }).click()
    await screen.getByRole('option', { name: option, exact: true }).click()
  }
  expect(told).toHaveBeenLastCalledWith('04-18-1986')
})

test('a date of birth that is on its way is not chosen anew, nor shown as if', async () => {
  const told = vi.fn()
  const { screen } = await show(<DobSelects readOnly value="09-30-1986" onChange={told} />)
  const month = screen.getByRole('combobox', { name: 'Month' })
  await month.click()
  await userEvent.keyboard('4{Tab}')
  await expect.element(month).toHaveValue('September')
  expect(told).not.toHaveBeenCalled()
})

test.each([
  ['4{Tab}17{Tab}1986{Tab}', '04-17-1986'],
  ['04{Tab}7{Tab}1986{Tab}', '04-07-1986'],
  ['nov{Tab}2{Tab}1999{Tab}', '11-02-1999'], // A list of eleven, which scrolls.,
  ['1{Tab}30{Tab}2001{Tab}', '01-30-2001'],
])('a date of birth is typed as %s', async (keys, date) => {
  const told = vi.fn()
  const { screen } = await show(<Dob first={null} told={told} />)
  await screen.getByRole('combobox', { name: 'Month' }).click()
  await userEvent.keyboard(keys)
  expect(told).toHaveBeenLastCalledWith(date)
})

test('half a year chooses none', async () => {
  const { screen } = await show(<Dob first={null} told={vi.fn()} />)
  const year = screen.getByRole('combobox', { name: 'Year' })
  await year.click()
  await userEvent.keyboard('19{Tab}')
  await expect.element(year).toHaveValue('')
})

test('February 31 is refused, stays to be corrected, and is not told as a day', async () => {
  const told = vi.fn()
  const { screen } = await show(<Dob first="03-31-1986" told={told} />)
  await screen.getByRole('combobox', { name: 'Month' }).click()
  await screen.getByRole('option', { name: 'February' }).click()
  await expect.element(screen.getByText('This date does not exist')).toBeVisible()
  await expect.element(screen.getByRole('combobox', { name: 'Day' })).toHaveValue('31')
  await screen.getByRole('combobox', { name: 'Day' }).click()
  await screen.getByRole('option', { name: '28' }).click()
  expect(told).toHaveBeenLastCalledWith('02-28-1986')
  expect(screen.getByText('This date does not exist').elements()).toEqual([])
})

test('a day that is still to come everywhere is said to be one', async () => {
  const [year, month, day] = addDays(new Date().toISOString().slice(0, 10), 2).split('-')
  const { screen } = await show(<Dob first={`${month}-${day}-${year}`} told={vi.fn()} />)
  await expect.element(screen.getByText('This date is in the future')).toBeVisible()
})

test('the years end with that of the server, not of the device', async () => {
  const note = (ms: number) =>
    noteServerTime(new Headers({ date: new Date(ms).toUTCString(), 'cache-control': 'no-store' }))
  onTestFinished(() => note(Date.now()))
  note(Date.UTC(2050, 5, 1))
  const { screen } = await show(<Dob first={null} told={vi.fn()} />)
  await screen.getByRole('combobox', { name: 'Year' }).click()
  expect(screen.getByRole('option').elements()[0]?.textContent).toBe('2050')
})

test('the years reach a hundred back', async () => {
  const { screen } = await show(<Dob first={null} told={vi.fn()} />)
  await screen.getByRole('combobox', { name: 'Year' }).click()
  expect(screen.getByRole('option').elements().length).toBe(101)
})

const Form = () => {
  const [tried, setTried] = useState(false)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
      }}
    >
      <FormAlert
        errors={{ email: 'Invalid email format', ...(tried && { city: 'City is required' }) }}
        labels={{ email: 'Email', city: 'City' }}
        onJump={(name) => document.getElementById(name)?.focus()}
      />
      <TextInput id="email" label="Email" />
      <TextInput id="city" label="City" />
      <Button type="submit">Save</Button>
    </form>
  )
}

test('the name of a month is read whole on a small phone', async () => {
  const { screen } = await show(
    <div style={{ width: 246 }}>
      <DobSelects value="09-30-1986" />
    </div>,
  )
  const month = screen.getByRole('combobox', { name: 'Month' }).element()
  expect(month).toHaveValue('September')
  expect(month.scrollWidth).toBe(month.clientWidth)
  const tops = ['Month', 'Day', 'Year'].map(
    (name) => screen.getByRole('combobox', { name }).element().getBoundingClientRect().top,
  )
  expect(tops[0]).toBeLessThan(tops[1] ?? 0)
  expect(tops[1]).toBe(tops[2])
})

test('the summary of a form waits for the first try, counts, and leads to each field', async () => {
  const { screen } = await show(<Form />)
  expect(screen.getByRole('alert').elements()).toEqual([])
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Please correct 2 fields')).toBeVisible()
  await screen.getByRole('button', { name: 'City is required' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'City' })).toHaveFocus()
})

const StateField = () => {
  const [state, setState] = useState<string>('')
  return <StateSelect value={state} onChange={setState} />
}

test('the letters of a state choose it on the way out, an emptied field chooses none', async () => {
  const { screen } = await show(<StateField />)
  const field = screen.getByRole('combobox')
  await field.click()
  await userEvent.keyboard('x')
  await userEvent.keyboard('{Backspace}{Tab}')
  await expect.element(field).toHaveValue('')
  await field.click()
  await userEvent.keyboard('ma{Tab}')
  await expect.element(field).toHaveValue('MA – Massachusetts')
  await field.fill('')
  await userEvent.keyboard('{Tab}')
  await expect.element(field).toHaveValue('')
})

test('a form without a draft begins at its edge', async () => {
  const { screen } = await show(
    <Stack data-testid="form" gap="lg">
      <DraftNote draft={{ savedAt: null, resume: undefined, replaces: false, discard: () => {} }} />
      <p style={{ margin: 0 }}>First</p>
    </Stack>,
  )
  const topOf = (element: Element) => element.getBoundingClientRect().top
  expect(topOf(screen.getByText('First').element())).toBe(topOf(screen.getByTestId('form').element()))
})
