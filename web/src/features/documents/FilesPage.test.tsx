import { type ScanState, scanSentences, scanStatePollMs } from '@fornix/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { testDocument as document } from '../../testing/records.ts'
import { ok, refused, type Sent, serve } from '../../testing/serve.ts'
import { serveUploads } from '../../testing/serve-uploads.ts'
import { chooseFiles, show } from '../../testing/show.tsx'
import { FilesPage } from './FilesPage.tsx'

const path = 'GET /patient/retrieve_documents/P-7K3QX9/'
const files = [document(3), document(2, { file_type: null }), document(1, { deletable: true })]
const listed = ({ query }: Sent) =>
  ok({ documents: query.get('order') === 'asc' ? files.toReversed() : files, total: files.length, total_pages: 1 })
const render = () => show(<FilesPage />, { role: 'Patient', at: '/files' })
const names = () =>
  [...window.document.querySelectorAll('tbody tr')].map((row) => row.textContent.match(/report-\d/)?.[0])

test('the title names the patient, and a file without a type reads "file"', async () => {
  serve({ [path]: listed })
  const { screen } = await render()
  // Its tooltip is part of the name while a pointer happens to be over it.
  await expect.element(screen.getByRole('heading', { level: 1, name: /Amara's Files$/ })).toBeVisible()
  await expect.element(screen.getByText('View files here')).toBeInTheDocument()
  await expect.element(screen.getByRole('cell', { name: '2026-03-02' })).toBeVisible()
  await expect.element(screen.getByRole('cell', { name: 'file', exact: true })).toBeVisible()
})

test('in the table the buttons to download stand below each other, and below the title there is no line of its own', async () => {
  serve({ [path]: listed })
  const { screen } = await render()
  const buttons = screen.getByRole('button', { name: /^Download report/ })
  await expect.poll(() => buttons.elements()).toHaveLength(3)
  expect(new Set(buttons.elements().map((one) => one.getBoundingClientRect().left)).size).toBe(1)
  const title = screen.getByRole('heading', { level: 1 }).element().getBoundingClientRect()
  expect(screen.getByText('3 files').element().getBoundingClientRect().top - title.bottom).toBeLessThan(50)
})

test('on a phone a card says what each of its values is', async () => {
  onTestFinished(() => page.viewport(1280, 800))
  await page.viewport(390, 800)
  serve({ [path]: listed })
  const { screen } = await render()
  const facts = [...(await screen.getByText('report-2.pdf').findElement()).closest('li')!.querySelectorAll('dl > *')]
  expect(facts.map(({ textContent }) => textContent)).toEqual([
    'Date2026-03-02',
    expect.stringMatching(/^Time\d{1,2}:\d\d:\d\d [AP]M$/),
    'File Typefile',
  ])
})

test('on the narrowest phone a name goes on after a word of it', async () => {
  onTestFinished(() => page.viewport(1280, 800))
  await page.viewport(320, 640)
  serve({
    [path]: () => ok({ documents: [document(1, { file_name: 'AuthorizationForm' })], total: 1, total_pages: 1 }),
  })
  const { screen } = await render()
  const name = await screen.getByText('AuthorizationForm', { exact: true }).findElement()
  const lines = [...name.childNodes]
    .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    .map((part) => {
      const range = new Range()
      range.selectNodeContents(part)
      return range.getClientRects().length
    })
  expect(lines).toEqual([1, 1])
})

test('the Date button turns the order round and says which one it is', async () => {
  serve({ [path]: listed })
  const { screen } = await render()
  const header = screen.getByRole('columnheader', { name: /Date/ })
  await expect.element(header).toHaveAttribute('aria-sort', 'descending')
  expect(names()).toEqual(['report-3', 'report-2', 'report-1'])
  await screen.getByRole('button', { name: 'Date' }).click()
  await expect.element(header).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(names).toEqual(['report-1', 'report-2', 'report-3'])
})

test('no files: the page says so and still offers the upload', async () => {
  serve({ [path]: () => ok({ documents: [], total: 0, total_pages: 1 }) })
  const { screen } = await render()
  await expect.element(screen.getByText('No file data available ..')).toBeVisible()
  await screen.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Upload your file' })).toBeVisible()
})

test('a failed reading is told and can be tried again', async () => {
  let broken = true
  serve({ [path]: (asked) => (broken ? refused(500, 'no') : listed(asked)) })
  const { screen } = await render()
  await expect.element(screen.getByText('Error fetching documents')).toBeVisible()
  broken = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('row', { name: /report-1/ })).toBeVisible()
})

test('without a network whole sentences say so', async () => {
  serve({ 'HEAD *': 'no network', [path]: 'no network' })
  const { screen } = await render()
  const sentences = 'Error fetching documents. We will try again as soon as the connection is back.'
  await expect.element(screen.getByRole('alert').getByText(sentences)).toBeVisible()
})

test('a double click on a row downloads its file, under its name', async () => {
  const asked = serve({
    [path]: listed,
    [`GET /patient/download_document/${files[0]!.file_id}/`]: () => new Response('bytes'),
  })
  const { screen } = await render()
  const saved = new Promise<string>((resolve) => {
    const click = HTMLAnchorElement.prototype.click
    HTMLAnchorElement.prototype.click = function () {
      HTMLAnchorElement.prototype.click = click
      resolve(this.download)
    }
  })
  await screen.getByText('report-3.pdf').dblClick()
  expect(await saved).toBe('report-3.pdf')
  expect(asked.filter(({ call }) => call.includes('download')).length).toBe(1)
})

test('downloading nothing asks for a choice, and a failed download is told', async () => {
  serve({
    [path]: listed,
    [`GET /patient/download_document/${files[1]!.file_id}/`]: () => refused(500, 'no'),
  })
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Download selected' }).click()
  await expect.element(screen.getByText('Please select a document')).toBeVisible()
  await screen.getByRole('checkbox', { name: 'Select report-2.pdf' }).click()
  await expect.element(screen.getByText('Please select a document')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Download selected' }).click()
  await expect.element(screen.getByText('Error downloading file')).toBeVisible()
})

test('what was uploaded has the focus in the list', async () => {
  let listedFiles = files.slice(1)
  serve({ [path]: () => ok({ documents: listedFiles, total: listedFiles.length, total_pages: 1 }) })
  serveUploads({
    'POST /patient/upload_document/P-7K3QX9/': () => {
      listedFiles = files
      return ok({ message: 'ok', file_id: files[0]!.file_id })
    },
  })
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Upload', exact: true }).click()
  chooseFiles(new File(['%PDF-1.7'], 'report-3.pdf'))
  await screen.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click()
  await screen.getByRole('button', { name: 'Okay' }).click()
  await expect.element(screen.getByText('report-3.pdf', { exact: true })).toHaveFocus()
})

test('only a file that may be deleted offers it, and asks first', async () => {
  let left = files
  serve({
    [path]: () => ok({ documents: left, total: left.length, total_pages: 1 }),
    [`DELETE /patient/delete_document/${files[2]!.file_id}/`]: () => {
      left = files.slice(0, 2)
      return ok({ message: 'ok' })
    },
  })
  const { screen } = await render()
  await screen.getByRole('button', { name: 'Delete report-1.pdf' }).click()
  await expect.element(screen.getByRole('button', { name: 'Delete report-2.pdf' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(screen.getByText('“report-1.pdf” was deleted.')).toHaveFocus()
  await expect.element(screen.getByText('report-1.pdf', { exact: true })).not.toBeInTheDocument()
})

test('staff without a chosen patient read that there is no patient data', async () => {
  serve({ 'GET /patient/get_patient_session/': () => ok({ patient: '' }) })
  const { screen } = await show(<FilesPage />, { role: 'Nurse', at: '/files' })
  await expect.element(screen.getByText('No patient data found')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Go to Patient List' })).toBeVisible()
})

test('a file that is being checked, and one with a virus, say so where they stand; one without a scanner says nothing', async () => {
  const documents = [
    document(4, { scan_state: 'pending' }),
    document(3, { scan_state: 'quarantined' }),
    document(2, { scan_state: 'clean' }),
    document(1),
  ]
  serve({
    [path]: () => ok({ documents, total: 4, total_pages: 1 }),
    'GET /patient/download_document/01930000-0000-7000-8000-000000000004/': () => refused(409, scanSentences.pending),
  })
  const { screen } = await render()
  const row = (at: number) => screen.getByRole('rowheader', { name: new RegExp(`report-${at}`) })
  await expect.element(row(4).getByText('Being checked')).toBeVisible()
  await expect.element(row(4).getByText(scanSentences.pending)).toBeVisible()
  await expect.element(row(3).getByText('Locked')).toBeVisible()
  await expect.element(row(3).getByText(scanSentences.quarantined)).toBeVisible()
  await expect.element(row(2).getByText('No virus found')).toBeVisible()
  expect(row(1).element().textContent).not.toMatch(/virus|check/i)
  expect(screen.getByRole('button', { name: 'Download report-3.pdf' }).query()).toBeNull()
  await screen.getByRole('button', { name: 'Download report-4.pdf' }).click()
  await expect.element(screen.getByRole('alert').getByText(scanSentences.pending)).toBeVisible()
})

const scanned = async (later: () => ScanState) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const states = 'GET /common/api/scan_states/'
  const documents = [document(2, { scan_state: 'pending' }), document(1, { scan_state: 'clean' })]
  const asked = serve({
    [path]: () => ok({ documents, total: 2, total_pages: 1 }),
    [states]: ({ query }) => ok({ files: [{ file_id: query.get('file_ids'), scan_state: later() }] }),
  })
  const { screen } = await render()
  await expect.element(screen.getByText('Being checked')).toBeVisible()
  const times = (what: string) => asked.filter(({ call }) => call === what).length
  await expect.poll(() => times(states)).toBe(1)
  return { screen, lists: () => times(path), polls: () => times(states) }
}

test('a file that is being checked changes by itself, without its list, and then nobody is asked any more', async () => {
  let state: ScanState = 'pending'
  const { screen, polls, lists } = await scanned(() => state)
  await vi.advanceTimersByTimeAsync(scanStatePollMs)
  await expect.poll(polls).toBe(2)
  await expect.element(screen.getByText('Being checked')).toBeVisible()
  state = 'clean'
  await vi.advanceTimersByTimeAsync(scanStatePollMs)
  await expect.poll(() => screen.getByText('No virus found').elements().length).toBe(2)
  await expect.element(screen.getByText('Being checked')).not.toBeInTheDocument()
  await vi.advanceTimersByTimeAsync(10 * scanStatePollMs)
  expect([polls(), lists()]).toEqual([3, 1])
})

test('a page that nobody sees does not ask for a file that is being checked', async () => {
  const { polls } = await scanned(() => 'pending')
  const hidden = vi.spyOn(window.document, 'visibilityState', 'get').mockReturnValue('hidden')
  onTestFinished(() => hidden.mockRestore())
  await vi.advanceTimersByTimeAsync(10 * scanStatePollMs)
  expect(polls()).toBe(1)
  hidden.mockReturnValue('visible')
  await vi.advanceTimersByTimeAsync(scanStatePollMs)
  await expect.poll(polls).toBe(2)
})
