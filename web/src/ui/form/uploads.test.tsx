import { type Upload, uploadMyDocument } from '@fornix/contract'
import { Button } from '@mantine/core'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { documentAccept } from '../../clinic/documents/use-document-upload.ts'
import { untilResponse } from '../../platform/calls/until-response.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { axeHits } from '../../testing/axe.ts'
import { cameraPhoto } from '../../testing/photos.ts'
import { chooseFiles, show } from '../../testing/show.tsx'
import { FileDrop } from './FileDrop.tsx'
import { UploadList } from './UploadList.tsx'
import { type SendFile, useUploads } from './use-uploads.ts'

const documents = uploadMyDocument.upload!
const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' })
const small = (name: string) => cameraPhoto({ width: 60, height: 80, name })
const wrongType = 'Invalid file type. Please upload a PDF, PNG, JPEG, or SVG file.'

const Place = ({ upload, rules }: { upload: SendFile; rules: Upload }) => {
  const uploads = useUploads(rules, true)
  return (
    <main>
      <h1>Files</h1>
      <FileDrop accept={documentAccept} multiple onPick={(files) => void uploads.add(files)} />
      <UploadList uploads={uploads} />
      <Button disabled={uploads.isPreparing} onClick={() => void uploads.sendAll(upload)}>
        Upload
      </Button>
    </main>
  )
}

/** Like a network that responds when the test says so. */
const open = async ({ upload = vi.fn(), rules = documents }: { upload?: SendFile; rules?: Upload } = {}) => {
  const { screen } = await show(<Place upload={upload} rules={rules} />)
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click()
  return { screen, press, row: (name: string) => screen.getByRole('listitem').filter({ hasText: name }).first() }
}
const touch = () => {
  const real = window.matchMedia.bind(window)
  const isCoarse = (query: string) => (query === '(pointer: coarse)' ? real('all') : real(query))
  const spy = vi.spyOn(window, 'matchMedia').mockImplementation(isCoarse)
  onTestFinished(() => spy.mockRestore())
}

afterEach(() => page.viewport(1280, 800))

test('on a phone the camera comes first, and nothing is said of dragging', async () => {
  touch()
  await page.viewport(390, 800)
  const { screen } = await open()
  const buttons = screen.getByRole('button').elements()
  expect(buttons.map((button) => button.textContent)).toEqual(['Take a photo', 'Choose a file', 'Upload'])
  expect(document.body.textContent).not.toMatch(/drag/i)
  await expect.element(screen.getByText(/up to 5 MB\. Photos are made smaller for you\.$/)).toBeVisible()
  const [camera, files] = document.querySelectorAll<HTMLInputElement>('input[type=file]')
  expect(camera?.getAttribute('accept')).toBe('image/*')
  expect(camera?.getAttribute('capture')).toBe('environment')
  expect(files?.getAttribute('accept')).toBe('.pdf,.png,.jpeg,.jpg,.svg,image/*,.heic,.heif')
  expect(files?.hasAttribute('capture')).toBe(false)
  chooseFiles(await small('one.jpg'))
  await expect.element(screen.getByText('The photo’s location was removed.')).toBeVisible()
  expect(await axeHits()).toEqual([])
})

test('with a mouse the file is dropped or chosen, in the words of the specification', async () => {
  const { screen } = await open()
  await expect.element(screen.getByText('Drag and drop your file here')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Browse File' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Take a photo' }).query()).toBeNull()
})

test('of several files a bad one is refused by name when it is chosen, and one that fails stops no other', async () => {
  const sent: string[] = []
  let broken = true
  const { screen, press, row } = await open({
    upload: async (file) => {
      sent.push(file.name)
      if (broken && file.name === 'two.pdf') throw new ApiFailure(500)
    },
  })
  chooseFiles(pdf('one.pdf'), new File(['x'], 'notes.exe'), pdf('two.pdf'), pdf('three.pdf'))
  await expect.element(screen.getByRole('alert')).toHaveTextContent(`notes.exe: ${wrongType}`)
  await press('Upload')
  await expect.element(row('three.pdf').getByRole('status')).toHaveTextContent('Uploaded')
  await expect.element(row('one.pdf').getByRole('status')).toHaveTextContent('Uploaded')
  await expect.element(row('two.pdf').getByRole('alert')).toHaveTextContent('Error uploading file')
  broken = false
  await press('Upload')
  await expect.element(row('two.pdf').getByRole('status')).toHaveTextContent('Uploaded')
  expect(sent).toEqual(['one.pdf', 'two.pdf', 'three.pdf', 'two.pdf'])
})

test('each file has its progress and can be cancelled; the others arrive', async () => {
  const { screen, press, row } = await open({
    upload: (file, { onProgress, signal }) => {
      onProgress(30)
      return file.name === 'one.pdf'
        ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        : Promise.resolve()
    },
  })
  chooseFiles(pdf('one.pdf'), pdf('two.pdf'))
  await expect.element(row('two.pdf')).toBeVisible()
  await press('Upload')
  await expect.element(screen.getByRole('progressbar', { name: /one\.pdf/ })).toHaveAttribute('aria-valuenow', '30')
  await press('Cancel the upload of one.pdf')
  await expect.element(row('one.pdf').getByRole('status')).toHaveTextContent('Canceled')
  await expect.element(row('two.pdf').getByRole('status')).toHaveTextContent('Uploaded')
})

test('a file that was canceled is not sent with the next press, until it is included again', async () => {
  const sent: string[] = []
  const { press, row, screen } = await open({
    upload: (file, { signal }) => {
      sent.push(file.name)
      return sent.length === 1
        ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        : Promise.resolve()
    },
  })
  chooseFiles(pdf('one.pdf'))
  await press('Upload')
  await press('Cancel the upload of one.pdf')
  await expect.element(row('one.pdf').getByRole('status')).toHaveTextContent('Canceled')
  await press('Upload')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Please select a file')
  chooseFiles(pdf('two.pdf'))
  await expect.element(row('two.pdf')).toBeVisible()
  await press('Upload')
  await expect.element(row('two.pdf').getByRole('status')).toHaveTextContent('Uploaded')
  expect(sent).toEqual(['one.pdf', 'two.pdf'])
  await expect.element(row('one.pdf').getByRole('status')).toHaveTextContent('Canceled')
  await press('Include one.pdf again')
  expect(await axeHits()).toEqual([])
  await press('Upload')
  await expect.element(row('one.pdf').getByRole('status')).toHaveTextContent('Uploaded')
  expect(sent).toEqual(['one.pdf', 'two.pdf', 'one.pdf'])
})

test('a file whose upload is cut waits for the connection and is sent again under its key, others keep theirs', async () => {
  const keys: string[] = []
  let isDown = true
  const attempt = async (key: string) => {
    keys.push(key)
    if (isDown) throw new ApiFailure(0)
  }
  const { press, row } = await open({
    upload: (_, { key, onWaiting, signal }) => untilResponse(() => attempt(key), onWaiting, signal),
  })
  chooseFiles(pdf('one.pdf'), pdf('two.pdf'))
  await expect.element(row('two.pdf')).toBeVisible()
  await press('Upload')
  await expect.element(row('one.pdf').getByRole('status')).toHaveTextContent('Waiting for the connection…')
  isDown = false
  window.dispatchEvent(new Event('online'))
  await expect.element(row('two.pdf').getByRole('status')).toHaveTextContent('Uploaded')
  expect(new Set(keys.slice(0, -1)).size).toBe(1)
  expect(keys.at(-1)).not.toBe(keys[0])
})

test('without word from the browser a cut upload is tried again by itself, less and less often', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const attempt = vi.fn(() => Promise.reject(new ApiFailure(0)))
  const control = new AbortController()
  const ended = untilResponse(attempt, () => undefined, control.signal).catch((error: unknown) => error)
  for (const [ms, tries] of [
    [0, 1],
    [1000, 2],
    [2000, 3],
    [4000, 4],
    [3999, 4],
  ] as const) {
    await vi.advanceTimersByTimeAsync(ms)
    expect(attempt).toHaveBeenCalledTimes(tries)
  }
  control.abort()
  expect(await ended).toBe(control.signal.reason)
})

test('photos taken one after another become the pages of one PDF, in order, turned and without the one that was removed', async () => {
  const sent: File[] = []
  const { screen, press, row } = await open({ upload: async (file) => void sent.push(file) })
  chooseFiles(await small('first.jpg'))
  await expect.element(screen.getByRole('button', { name: 'Add another page to first.jpg' })).toBeVisible()
  const input = () => document.querySelector<HTMLInputElement>('input[aria-label^="Add another page"]')
  const addPage = async (...names: string[]) => {
    const transfer = new DataTransfer()
    for (const name of names) transfer.items.add(await small(name))
    input()!.files = transfer.files
    input()!.dispatchEvent(new Event('change', { bubbles: true }))
  }
  await addPage('second.jpg', 'third.jpg')
  await expect.element(row('first.pdf').getByText(/3 pages/)).toBeVisible()
  await expect.element(screen.getByRole('img', { name: 'Page 3 of first.pdf' })).toBeVisible()
  await press('Remove page 2 of first.pdf')
  await expect.element(row('first.pdf').getByText(/2 pages/)).toBeVisible()
  await press('Turn page 2 of first.pdf')
  const sizeOfSecond = () => {
    const picture = screen.getByRole('img', { name: 'Page 2 of first.pdf' }).element()
    return picture instanceof HTMLImageElement && [picture.naturalWidth, picture.naturalHeight]
  }
  await expect.poll(sizeOfSecond).toEqual([80, 60])
  expect(await axeHits()).toEqual([])
  await press('Upload')
  await expect.element(row('first.pdf').getByRole('status')).toHaveTextContent('Uploaded')
  expect(sent).toMatchObject([{ name: 'first.pdf', type: 'application/pdf' }])
  const text = new TextDecoder('latin1').decode(await sent[0]!.arrayBuffer())
  expect(text.match(/\/MediaBox \[0 0 595\.\d+ (\d+)/g)?.map((box) => Number(box.split(' ').at(-1)))).toEqual([
    793, 446,
  ])
})

test('several large photos fit into one file together, each a little less sharp', async () => {
  const sent: File[] = []
  const rules = { ...documents, maxBytes: 300_000 }
  const { press, row } = await open({ upload: async (file) => void sent.push(file), rules })
  chooseFiles(await cameraPhoto({ width: 900, height: 1200, name: 'first.jpg' }))
  await expect.element(row('first.jpg').getByRole('img')).toBeVisible()
  const input = document.querySelector<HTMLInputElement>('input[aria-label^="Add another page"]')!
  const transfer = new DataTransfer()
  for (const name of ['b.jpg', 'c.jpg']) transfer.items.add(await cameraPhoto({ width: 900, height: 1200, name }))
  input.files = transfer.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await expect.element(row('first.pdf').getByText(/3 pages/)).toBeVisible()
  await press('Upload')
  await expect.element(row('first.pdf').getByRole('status')).toHaveTextContent('Uploaded')
  expect(sent[0]!.size).toBeLessThanOrEqual(300_000)
  expect(sent[0]!.size).toBeGreaterThan(60_000)
})

test('a file that is removed before it is sent leaves the focus in the list, and is not sent', async () => {
  const upload = vi.fn(() => Promise.resolve())
  const { screen, press } = await open({ upload })
  chooseFiles(pdf('one.pdf'), pdf('two.pdf'))
  await expect.element(screen.getByText('two.pdf')).toBeVisible()
  const remove = screen.getByRole('button', { name: 'Remove one.pdf' }).element()
  if (remove instanceof HTMLElement) remove.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('one.pdf')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('region', { name: 'Chosen files' })).toHaveFocus()
  await press('Upload')
  await expect.poll(() => upload.mock.calls.length).toBe(1)
})
