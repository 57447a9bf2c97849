import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ApiFailure } from '../../platform/http/failure.ts'
import { axeHits } from '../../testing/axe.ts'
import { chooseFiles, show } from '../../testing/show.tsx'
import type { SendFile } from '../../ui/form/use-uploads.ts'
import { UploadModal } from './UploadModal.tsx'

const pdf = new File(['%PDF-1.7'], 'report.pdf', { type: 'application/pdf' })
const big = new File([new Uint8Array(5_242_881)], 'scan.png', { type: 'image/png' })

const open = async (upload: SendFile) => {
  const onDone = vi.fn()
  const onClose = vi.fn()
  const { screen } = await show(<UploadModal opened onClose={onClose} onDone={onDone} upload={upload} />)
  await expect.element(screen.getByRole('dialog', { name: 'Upload your file' })).toBeVisible()
  return { screen, onDone, onClose, button: screen.getByRole('button', { name: 'Upload', exact: true }) }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

test('without a file it asks for one', async () => {
  const upload = vi.fn()
  const { screen, button } = await open(upload)
  await expect.element(screen.getByRole('button', { name: 'Browse File' })).toBeVisible()
  await button.click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Please select a file')
  expect(upload).not.toHaveBeenCalled()
})

test.each([
  [new File(['x'], 'notes.exe'), 'Invalid file type. Please upload a PDF, PNG, JPEG, or SVG file.'],
  [big, 'File size exceeds 5MB limit.'],
])('a wrong file is refused before a byte is sent: %#', async (file, sentence) => {
  const upload = vi.fn()
  const { screen, button } = await open(upload)
  chooseFiles(file)
  await expect.element(screen.getByText(sentence)).toBeVisible()
  await button.click()
  expect(upload).not.toHaveBeenCalled()
})

test('it shows the name, the percentage on a disabled button, and "Great!" two seconds after the end', async () => {
  const progress: ((percent: number) => void)[] = []
  const finish: (() => void)[] = []
  const { screen, button, onDone, onClose } = await open((_, { onProgress }) => {
    progress.push(onProgress)
    return new Promise<void>((resolve) => finish.push(resolve))
  })
  chooseFiles(pdf)
  await expect.element(screen.getByText('report.pdf')).toBeVisible()
  await button.click()
  progress[0]?.(37)
  await expect.element(screen.getByRole('button', { name: 'Uploading... 37%' })).toBeDisabled()
  finish[0]?.()
  await vi.advanceTimersByTimeAsync(1500)
  expect(screen.getByText('File uploaded successfully!').elements()).toEqual([])
  await vi.advanceTimersByTimeAsync(600)
  await expect.element(screen.getByRole('dialog', { name: 'Great!' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Okay' })).toHaveFocus()
  expect(onDone).not.toHaveBeenCalled()
  await screen.getByRole('button', { name: 'Okay' }).click()
  expect(onDone).toHaveBeenCalledOnce()
  expect(onClose).toHaveBeenCalledOnce()
})

test('nothing is offered to be discarded of files that are being sent or have arrived', async () => {
  const sending = Promise.withResolvers<void>()
  const { screen, button, onClose } = await open(() => sending.promise)
  chooseFiles(pdf)
  await expect.element(screen.getByText('report.pdf')).toBeVisible()
  await button.click()
  const expectOpen = async () => {
    await vi.advanceTimersByTimeAsync(100)
    await new Promise(requestAnimationFrame)
    expect(screen.getByRole('alertdialog').elements()).toEqual([])
    expect(onClose).not.toHaveBeenCalled()
  }
  await expect.element(screen.getByRole('button', { name: /^Uploading/ })).toBeDisabled()
  const closings = [() => screen.getByRole('button', { name: 'Close' }).click(), () => userEvent.keyboard('{Escape}')]
  for (const close of closings) {
    await close()
    await expectOpen()
  }
  sending.resolve()
  await expect.element(screen.getByText('Uploaded')).toBeVisible()
  await closings[0]?.()
  await expectOpen()
  await vi.advanceTimersByTimeAsync(2000)
  await expect.element(screen.getByRole('dialog', { name: 'Great!' })).toBeVisible()
})

test('what the server says against a file is shown, and the file stays chosen for another try', async () => {
  const body = { error: 'File size exceeds 5MB limit.', code: 'too_large', detail: '', request_id: '' }
  const upload = vi.fn(() => Promise.reject(new ApiFailure(413, body)))
  const { screen, button } = await open(upload)
  chooseFiles(pdf)
  await button.click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('File size exceeds 5MB limit.')
  await expect.element(screen.getByText('report.pdf')).toBeVisible()
  await button.click()
  await expect.poll(() => upload).toHaveBeenCalledTimes(2)
})

test('any other failure reads "Error uploading file"', async () => {
  const { screen, button } = await open(() => Promise.reject(new ApiFailure(0)))
  chooseFiles(pdf)
  await button.click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Error uploading file')
})

test('the modal has no accessibility faults', async () => {
  vi.useRealTimers()
  const { screen } = await open(vi.fn())
  chooseFiles(pdf)
  await expect.element(screen.getByText('report.pdf')).toBeVisible()
  expect(await axeHits()).toEqual([])
})
