import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { serve } from '../../testing/serve.ts'
import { chooseFiles, show } from '../../testing/show.tsx'
import { ControlSamples } from './ControlSamples.tsx'
import { FormSamples } from './FormSamples.tsx'
import { ListSample } from './ListSample.tsx'
import { StateSamples } from './StateSamples.tsx'

beforeEach(() => void serve({}))
afterEach(() => page.viewport(1280, 800))

test('a message has one button with the focus, and Escape closes it', async () => {
  const { screen } = await show(<ControlSamples />)
  await screen.getByRole('button', { name: 'Show a message' }).click()
  await expect
    .element(screen.getByRole('dialog', { name: 'Great!' }).getByText('Your message was shown.'))
    .toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Okay' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test('an upload shows its progress, and then says that it worked', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const { screen } = await show(<ControlSamples />)
  await screen.getByRole('button', { name: 'Upload a file' }).click()
  chooseFiles(new File(['x'], 'letter.pdf'))
  await screen.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click()
  await expect.element(screen.getByRole('progressbar', { name: /letter.pdf/ })).toBeVisible()
  await vi.advanceTimersByTimeAsync(5000)
  await expect.element(screen.getByRole('dialog', { name: 'Great!' })).toBeVisible()
})

test('a fault is named above the form and leads to its field', async () => {
  const { screen } = await show(<FormSamples />)
  await screen.getByRole('button', { name: 'Submit' }).click()
  await screen.getByRole('button', { name: 'Invalid email format' }).click()
  await expect.element(screen.getByLabelText('Email')).toHaveFocus()
  await expect.element(screen.getByLabelText('Email')).toHaveAccessibleDescription('Invalid email format')
})

test('tabs are turned by the arrow keys', async () => {
  const { screen } = await show(<FormSamples />)
  await screen.getByRole('tab', { name: 'Profile' }).click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(screen.getByRole('tab', { name: 'File' })).toHaveFocus()
  await expect.element(screen.getByText('The second panel')).toBeVisible()
  await expect.element(screen.getByText('The first panel')).not.toBeVisible()
})

test('a list has pages, of a size to choose, that stand in the address', async () => {
  const { screen, address } = await show(<ListSample />, { at: '/gallery' })
  await screen.getByRole('button', { name: 'Next page' }).click()
  await expect.element(screen.getByRole('cell', { name: 'MRN400580' })).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: 'MRN400210' })).not.toBeInTheDocument()
  expect(address()).toBe('/gallery?page=2')
  expect(screen.getByRole('rowheader').elements()).toHaveLength(10)
})

test('in a narrow window each row of the list is a card', async () => {
  await page.viewport(390, 800)
  const { screen } = await show(<ListSample />)
  await expect.element(screen.getByRole('listitem').first()).toMatchTextContent(/Amara Abbott.*Accepted.*MRN400210/)
  expect(screen.getByRole('table').query()).toBeNull()
})

test('what is empty, fails or is not given says so', async () => {
  const { screen } = await show(<StateSamples />)
  await expect.element(screen.getByText('No file data available ..')).toBeVisible()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/Failed to fetch patients\. Please try again\./)
  await expect.element(screen.getByText('Not provided')).toBeVisible()
  await expect.element(screen.getByText('Loading', { exact: false })).toBeInTheDocument()
})
