import { uploadMyDocument } from '@fornix/contract'
import { Button } from '@mantine/core'
import { beforeEach, expect, test, vi } from 'vitest'
import { documentAccept } from '../../clinic/documents/use-document-upload.ts'
import { held, photo } from '../../testing/held-pictures.ts'
import { chooseFiles, show } from '../../testing/show.tsx'
import { FileDrop } from './FileDrop.tsx'
import { UploadList } from './UploadList.tsx'
import { useUploads } from './use-uploads.ts'

const pdf = vi.hoisted(() => ({ failures: 0 }))
vi.mock('../picture/prepare-picture.ts', () => import('../../testing/held-pictures.ts'))
vi.mock('../picture/pictures-to-pdf.ts', () => ({
  picturesToPdf: async (pictures: { file: File }[], name: string) => {
    if (pdf.failures-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    return new File([pictures.map(({ file }) => file.name).join(' ')], name, { type: 'application/pdf' })
  },
}))
beforeEach(() => {
  held.length = 0
  pdf.failures = 0
})

const sent: File[] = []
const Place = () => {
  const uploads = useUploads(uploadMyDocument.upload!, true)
  return (
    <main>
      <FileDrop accept={documentAccept} multiple onPick={(files) => void uploads.add(files)} />
      <UploadList uploads={uploads} />
      <Button disabled={uploads.isPreparing} onClick={() => void uploads.sendAll(async (file) => sent.push(file))}>
        Upload
      </Button>
    </main>
  )
}

/** A document of these pages. */
const open = async (...pages: string[]) => {
  sent.length = 0
  const { screen } = await show(<Place />)
  const addPage = (name: string) => {
    const transfer = new DataTransfer()
    transfer.items.add(photo(name))
    const input = document.querySelector<HTMLInputElement>('input[aria-label^="Add another page"]')!
    input.files = transfer.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }
  /** The oldest photo that is on its way gets ready. */
  const ready = async (name: string) => {
    await expect.poll(() => held[0]?.name).toBe(name)
    const next = held.shift()
    next?.ready()
    return next
  }
  const button = (name: string) => screen.getByRole('button', { name, exact: true })
  const upload = button('Upload')
  const [first = '', ...others] = pages
  chooseFiles(photo(first))
  await ready(first)
  await expect.element(button(`Add another page to ${first}`)).toBeVisible()
  for (const name of others) {
    addPage(name)
    await ready(name)
    await expect
      .element(screen.getByRole('img', { name: new RegExp(`^Page ${others.indexOf(name) + 2} of`) }))
      .toBeVisible()
    await expect.element(upload).toBeEnabled()
  }
  const pagesSent = async () => {
    await upload.click()
    await expect.poll(() => sent.length).toBe(1)
    return sent[0]?.text()
  }
  return { screen, addPage, ready, upload, pagesSent, press: (name: string) => button(name).click() }
}

test('a page that is photographed while the one before is added to the PDF is added, too, before anything is sent', async () => {
  const { screen, addPage, ready, upload, pagesSent } = await open('first.jpg')
  addPage('second.jpg')
  addPage('third.jpg')
  await ready('second.jpg')
  await expect.element(screen.getByText(/2 pages/)).toBeVisible()
  await expect.element(upload).toBeDisabled()
  await ready('third.jpg')
  await expect.element(screen.getByText(/3 pages/)).toBeVisible()
  expect(await pagesSent()).toBe('first.jpg second.jpg third.jpg')
})

test('who presses Turn twice turns twice, and removes a page meanwhile', async () => {
  const { screen, press, ready, pagesSent } = await open('first.jpg', 'second.jpg', 'third.jpg')
  await press('Turn page 1 of first.pdf')
  await press('Turn page 1 of first.pdf')
  await press('Remove page 2 of first.pdf')
  expect((await ready('first.jpg'))?.turns).toBe(1)
  expect((await ready('first.jpg'))?.turns).toBe(2)
  await expect.element(screen.getByText(/2 pages/)).toBeVisible()
  expect(await pagesSent()).toBe('first.jpg third.jpg')
})

test('a file whose pages are all removed while one of them is turned is gone', async () => {
  const { screen, press, ready } = await open('first.jpg', 'second.jpg')
  await press('Turn page 2 of first.pdf')
  await press('Remove page 1 of first.pdf')
  await press('Remove page 2 of first.pdf')
  await ready('second.jpg')
  await expect.element(screen.getByText('first.pdf')).not.toBeInTheDocument()
})

test('a page that could not be added is told beside the file, also where the next one could, and can be added again', async () => {
  const { screen, addPage, ready, upload, pagesSent } = await open('first.jpg')
  const alert = screen.getByRole('alert')
  pdf.failures = 1
  addPage('second.jpg')
  addPage('third.jpg')
  await ready('second.jpg')
  await ready('third.jpg')
  await expect.element(screen.getByText(/2 pages/)).toBeVisible()
  await expect.element(upload).toBeEnabled()
  await expect.element(alert).toHaveTextContent('The pages could not be changed. Please try again.')
  addPage('second.jpg')
  await ready('second.jpg')
  await expect.element(screen.getByText(/3 pages/)).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
  expect(await pagesSent()).toBe('first.jpg third.jpg second.jpg')
})

test('what is wrong with a photo that was removed before it was ready is not said', async () => {
  const { screen, press, ready, upload } = await open('first.jpg')
  chooseFiles(new File(['photo'], 'odd.webp', { type: 'image/webp' }), photo('arm.jpg'))
  await press('Remove odd.webp')
  await ready('odd.webp')
  await ready('arm.jpg')
  await expect.element(upload).toBeEnabled()
  expect(screen.getByRole('alert').query()).toBeNull()
})
