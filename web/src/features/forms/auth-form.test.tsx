import { onlineManager } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { stopWaiting } from '../../platform/calls/waiting.ts'
import { amendSession, currentSession } from '../../platform/session/session-store.ts'
import { axeHits, hitsInEveryLook } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { actingIn, show, signIn, signOut } from '../../testing/show.tsx'
import { AuthFormPage } from './AuthFormPage.tsx'

const upload = 'POST /patient/upload_form_with_encryption/P-7K3QX9/'

const chooseScan = () => {
  sessionStorage.setItem('studyId', '1.2.3')
  sessionStorage.setItem('studyDate', '20260214')
}
beforeEach(() => {
  signOut()
  signIn('Patient')
  chooseScan()
})
const open = async (answers: ServedCalls = {}) => {
  const sent = serve(answers)
  const { screen } = await show(<AuthFormPage />, { at: '/authForm' })
  return { screen, sent, signature: screen.getByRole('textbox', { name: 'Signature' }) }
}
const submit = (screen: Awaited<ReturnType<typeof open>>['screen']) =>
  screen.getByRole('button', { name: 'Submit' }).click()

test('the form names clinic, patient and scan, and ends in a year unless somebody says otherwise', async () => {
  const { screen } = await open()
  for (const text of ['Lumen Neuro', 'Amara Abbott']) await expect.element(screen.getByText(text)).toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: 'MRI Scan date' })).toHaveAttribute('readonly')
  const ends = new Date()
  ends.setFullYear(ends.getFullYear() + 1)
  const day = [ends.getFullYear(), ends.getMonth() + 1, ends.getDate()].map((part) => String(part).padStart(2, '0'))
  await expect.element(screen.getByLabelText('Expiration Date')).toHaveValue(day.join('-'))
  expect(await axeHits()).toEqual([])
})

test('a missing MRN is the same sign in every language, as in the signed form', async () => {
  amendSession({ user: { ...currentSession()!.user, mrn_number: '' } })
  const { screen } = await open()
  await expect.element(screen.getByRole('definition').nth(2)).toHaveTextContent('-')
})

test('on February 29 it ends on the day that the server would choose', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2028, 1, 29, 12) })
  onTestFinished(() => void vi.useRealTimers())
  const { screen } = await open()
  await expect.element(screen.getByLabelText('Expiration Date')).toHaveValue('2029-03-01')
  await expect.element(screen.getByLabelText('Date', { exact: true })).toHaveValue('Feb 29, 2028')
  await expect.element(screen.getByLabelText('MRI Scan date')).toHaveValue('2026-02-14')
})

test('the name to sign with is the patient’s as it stands above, or the caregiver’s own', async () => {
  const { screen, signature } = await open()
  await expect.element(signature).toHaveAccessibleDescription(/^Type your full name as shown above\./)
  await screen.unmount()
  signIn('Patient', { acting: actingIn('visits') })
  chooseScan()
  const acting = await open()
  await expect
    .element(acting.signature)
    .toHaveAccessibleDescription('Type your own full name: Maria Soto. It counts as your signature.')
})

test('an empty form says what is missing, sends nothing, and the first fault has the focus', async () => {
  const { screen, sent } = await open()
  await submit(screen)
  await expect.element(screen.getByText('Please correct 2 fields')).toBeVisible()
  for (const sentence of ['Please choose at least one purpose', 'Please sign by typing your full name'])
    await expect.element(screen.getByText(sentence).first()).toBeVisible()
  await expect.element(screen.getByRole('checkbox', { name: 'Personal Use' })).toHaveFocus()
  expect(await hitsInEveryLook()).toEqual([])
  expect(sent).toEqual([])
})

test('another purpose wants to be named, and forgets that when it is taken back', async () => {
  const { screen, signature } = await open()
  await screen.getByRole('checkbox', { name: 'Other' }).click()
  await signature.fill('Amara Abbott')
  await submit(screen)
  const details = screen.getByRole('textbox', { name: 'Details of the other purpose' })
  await expect.element(screen.getByText('Please describe the purpose').first()).toBeVisible()
  await expect.element(details).toHaveFocus()
  await screen.getByRole('checkbox', { name: 'Personal Use' }).click()
  await screen.getByRole('checkbox', { name: 'Other' }).click()
  await expect.element(details).not.toBeInTheDocument()
  await expect.element(screen.getByText('Please describe the purpose')).not.toBeInTheDocument()
})

test('the link of a fault leads to its field', async () => {
  const { screen, signature } = await open()
  await submit(screen)
  await screen.getByRole('button', { name: /^Signature: / }).click()
  await expect.element(signature).toHaveFocus()
})

test('Cancel puts the form back to where nothing was typed', async () => {
  const { screen, signature } = await open()
  await signature.fill('Amara')
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(signature).toHaveValue('')
})

const fill = async ({ screen, signature }: Awaited<ReturnType<typeof open>>) => {
  await screen.getByRole('checkbox', { name: 'Second Opinion' }).click()
  await signature.fill('Amara Abbott')
  await submit(screen)
}

test('without a scan there is nothing to sign: the page says so and leads to the scans', async () => {
  sessionStorage.removeItem('studyId')
  const { screen } = await open()
  await expect
    .element(screen.getByRole('dialog', { name: 'Oh no!' }))
    .toMatchTextContent(/The form could not be opened\. Choose Request Access next to a scan/)
  expect(await hitsInEveryLook()).toEqual([])
  await screen.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(screen.getByText('The form could not be opened')).toBeVisible()
  await expectLink(screen, 'Back to scans', '/scan')
})

test('without network the form waits, and goes off by itself once there is one', async () => {
  onTestFinished(() => onlineManager.setOnline(true))
  const opened = await open({ [upload]: refused(500) })
  onlineManager.setOnline(false)
  await fill(opened)
  await expect.element(opened.screen.getByRole('button', { name: 'Submit' })).toBeDisabled()
  const answer = opened.screen.getByRole('dialog', { name: 'Oh no!' })
  await expect.element(answer).not.toBeInTheDocument()
  onlineManager.setOnline(true)
  await expect.element(answer).toBeVisible()
})

test('who would rather not wait is told that nothing was sent', async () => {
  onTestFinished(() => onlineManager.setOnline(true))
  const opened = await open()
  onlineManager.setOnline(false)
  await fill(opened)
  await expect.element(opened.screen.getByRole('button', { name: 'Submit' })).toBeDisabled()
  stopWaiting()
  await expect.element(opened.screen.getByText(/^Nothing was sent\./)).toBeVisible()
  await expect.element(opened.signature).toHaveValue('Amara Abbott')
})

test('a form that could not be uploaded says so, and what was filled in stays', async () => {
  const opened = await open({ [upload]: refused(500) })
  await fill(opened)
  const dialog = opened.screen.getByRole('dialog', { name: 'Oh no!' })
  await expect.element(dialog.getByText('Failed to upload the form as a PDF.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(opened.signature).toHaveValue('Amara Abbott')
  await expect.element(opened.screen.getByRole('checkbox', { name: 'Second Opinion' })).toBeChecked()
})
