import type { Document } from '@fornix/contract'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../platform/http/query-client.ts'
import { axeHits } from '../../testing/axe.ts'
import { expectLink } from '../../testing/links.ts'
import { testDocument } from '../../testing/records.ts'
import { ok, refused, type ServedCalls, serve } from '../../testing/serve.ts'
import { show, signOut } from '../../testing/show.tsx'
import { PatientDocuments } from './PatientDocuments.tsx'

const list = 'GET /operator/retrieve_documents/P-1/'
const idOf = (at: number) => `01930000-0000-7000-8000-00000000000${at}`
const categorize = `POST /operator/categorize_document/${idOf(2)}/`
const document = (at: number, part: Partial<Document> = {}) => testDocument(at, { deletable: true, ...part })
const signed = document(3, { file_name: 'AuthorizationForm', kind: 'authorization_form', deletable: false })
const files = [signed, document(2), document(1)]
const bytes = () => new Response('bytes')
const onePixel = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
)

afterEach(() => page.viewport(1280, 800))
const render = async (answers: ServedCalls = {}) => {
  signOut()
  const sent = serve({ [list]: ok({ documents: files, total: 3, total_pages: 1 }), ...answers })
  const { screen } = await show(<PatientDocuments patientKey="P-1" />, { role: 'Nurse', at: '/profile' })
  await expect.element(screen.getByText('AuthorizationForm', { exact: true })).toBeVisible()
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click()
  return { screen, press, calls: () => sent.map(({ call }) => call) }
}
/** The names under which files were handed to the browser. */
const watchDownloads = () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  onTestFinished(() => click.mockRestore())
  return () => click.mock.contexts.map((link) => link instanceof HTMLAnchorElement && link.download)
}

test('all files of the page are chosen at once and downloaded; a signed form by its own call, as a PDF', async () => {
  const names = watchDownloads()
  const { screen, press, calls } = await render({
    [`GET /operator/download_document/${idOf(1)}/`]: bytes,
    [`GET /operator/download_document/${idOf(2)}/`]: bytes,
    [`GET /patient/download_decrypted_form/${idOf(3)}/`]: bytes,
  })
  const all = screen.getByRole('checkbox', { name: 'Select all on this page' })
  await screen.getByRole('checkbox', { name: 'Select report-1.pdf' }).click()
  await expect.element(all).toBePartiallyChecked()
  await all.click()
  await expect.element(screen.getByRole('checkbox', { name: 'Select AuthorizationForm' })).toBeChecked()
  await press('Download selected')
  await expect.poll(names).toEqual(['report-1.pdf', 'AuthorizationForm.pdf', 'report-2.pdf'])
  expect(calls()).toContain(`GET /patient/download_decrypted_form/${idOf(3)}/`)
})

test('staff choose the category of a file in its row, and narrow the list to one, which the address keeps', async () => {
  signOut()
  let fails = true
  const sent = serve({
    [list]: ok({ documents: files, total: 3, total_pages: 1 }),
    [categorize]: () => (fails ? refused(500) : ok()),
  })
  const { screen, address } = await show(<PatientDocuments patientKey="P-1" />, { role: 'Nurse', at: '/profile' })
  const choice = screen.getByRole('combobox', { name: 'Category of report-2.pdf' })
  await choice.selectOptions('Referral')
  await expect.element(screen.getByText('The category was not saved. Please try again.')).toBeVisible()
  await expect.element(choice).toHaveValue('')
  fails = false
  await choice.selectOptions('Referral')
  await expect.poll(() => sent.at(-2)?.body).toEqual({ category: 'referral' })
  expect(screen.getByRole('combobox', { name: 'Category of AuthorizationForm' }).elements()).toEqual([])
  expect(await axeHits()).toEqual([])

  await screen.getByRole('combobox', { name: 'Category', exact: true }).selectOptions('Insurance')
  await expect.poll(() => address()).toBe('/profile?category=insurance')
  await expect.poll(() => sent.at(-1)?.query.get('category')).toBe('insurance')
})

test.each([
  ['refused', 'saved', 'insurance'],
  ['saved', 'saved', 'insurance'],
  ['saved', 'refused', 'referral'],
])('of two categories chosen quickly, %s late and %s, the list shows what counts', async (first, second, shown) => {
  const late = Promise.withResolvers<void>()
  const saved: Document['category'][] = []
  const { screen, calls } = await render({
    [list]: () => {
      const category = saved.at(-1) ?? null
      return ok({ documents: [signed, document(2, { category }), document(1)], total: 3, total_pages: 1 })
    },
    [categorize]: async ({ body }) => {
      const isFirst = body?.['category'] === 'referral'
      if (isFirst) await late.promise
      if ((isFirst ? first : second) === 'refused') return refused(500)
      saved.push(body?.['category'] as Document['category'])
      return ok()
    },
  })
  const choice = screen.getByRole('combobox', { name: 'Category of report-2.pdf' })
  await choice.selectOptions('Referral')
  await expect.poll(calls).toContain(categorize)
  await choice.selectOptions('Insurance')
  await expect.element(choice).toHaveValue('insurance')
  late.resolve()
  await expect.poll(() => queryClient.isMutating()).toBe(0)
  expect(saved.at(-1)).toBe(shown)
  await expect.element(choice).toHaveValue(shown)
  const problem = screen.getByText('The category was not saved. Please try again.')
  expect(problem.elements()).toHaveLength(second === 'refused' ? 1 : 0)
})

test('more files than a page holds are searched by name, which the address keeps; a few need no search', async () => {
  const sent = serve({
    [list]: ({ query }) =>
      query.get('searchQuery')
        ? ok({ documents: [], total: 0, total_pages: 1 })
        : ok({ documents: files, total: 11, total_pages: 2 }),
  })
  const { screen, address } = await show(<PatientDocuments patientKey="P-1" />, {
    role: 'Nurse',
    at: '/profile?page=2',
  })
  const search = screen.getByLabelText('Find files by name')
  await search.fill('blood')
  await expect.element(screen.getByText('No file found')).toBeVisible()
  expect(address()).toBe('/profile?searchQuery=blood')
  expect(sent.at(-1)?.query.get('searchQuery')).toBe('blood')
  expect(await axeHits()).toEqual([])
  await search.fill('')
  await expect.element(screen.getByText('report-1.pdf', { exact: true }).first()).toBeVisible()
  const few = await render()
  await expect.element(few.screen.getByLabelText('Find files by name')).not.toBeInTheDocument()
})

test('a file is viewed in the page, where it can be downloaded; an archive and a locked file are not', async () => {
  const picture = document(1, { file_name: 'head.png', file_type: 'png', uploader: 'Nora Lindt', size: 204_800 })
  const others = [
    document(2, { file_name: 'all.zip', file_type: 'zip' }),
    document(4, { file_name: 'bad.pdf', scan_state: 'quarantined' }),
  ]
  const names = watchDownloads()
  const { screen, press } = await render({
    [list]: ok({ documents: [signed, picture, ...others], total: 4, total_pages: 1 }),
    [`GET /operator/download_document/${idOf(1)}/`]: () => new Response(onePixel),
  })
  await expect.element(screen.getByText('0.2 MB · Uploaded by Nora Lindt')).toBeVisible()
  expect(screen.getByRole('button', { name: /^View / }).elements()).toHaveLength(1)
  await press('View head.png')
  const dialog = screen.getByRole('dialog', { name: 'head.png' })
  await expect.element(dialog.getByRole('img', { name: 'Picture of head.png' })).toBeVisible()
  expect(await axeHits()).toEqual([])
  await dialog.getByRole('button', { name: 'Download', exact: true }).click()
  await expect.poll(names).toEqual(['head.png'])
  await expect.element(dialog).not.toBeInTheDocument()
})

test('choosing all twice chooses none', async () => {
  const { screen, press } = await render()
  const all = screen.getByRole('checkbox', { name: 'Select all on this page' })
  await all.click()
  await all.click()
  await press('Download selected')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Please select a document')
})

test('of several downloads those that fail are named, the rest go on, and it stays until it is closed', async () => {
  const names = watchDownloads()
  const { screen, press } = await render({
    [`GET /patient/download_decrypted_form/${idOf(3)}/`]: refused(409, 'The seal of this form is broken.'),
    [`GET /operator/download_document/${idOf(2)}/`]: refused(500),
    [`GET /operator/download_document/${idOf(1)}/`]: bytes,
  })
  await screen.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await press('Download selected')
  const alert = screen.getByRole('alert')
  await expect
    .element(alert)
    .toMatchTextContent(/AuthorizationForm: The seal of this form is broken\.\s*report-2\.pdf: Error downloading file/)
  expect(names()).toEqual(['report-1.pdf'])
  await alert.getByRole('button').click()
  await expect.element(alert).not.toBeInTheDocument()
})

test('files stay selected on other pages, are counted, and are downloaded together; a deleted one no longer counts', async () => {
  const names = watchDownloads()
  const { screen, press } = await render({
    [list]: ({ query }) =>
      ok({
        documents: query.get('page') === '2' ? [document(1, { deletable: true })] : [signed, document(2)],
        total: 11,
        total_pages: 2,
      }),
    [`GET /operator/download_document/${idOf(1)}/`]: bytes,
    [`GET /operator/download_document/${idOf(2)}/`]: bytes,
    [`DELETE /operator/delete_document/${idOf(1)}/`]: ok({ message: 'ok' }),
  })
  await screen.getByRole('checkbox', { name: 'Select report-2.pdf' }).click()
  await expect.element(screen.getByText('11 files · 1 selected')).toBeVisible()
  await press('Next page')
  await screen.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await expect.element(screen.getByText('11 files · 2 selected')).toBeVisible()
  await press('Download selected')
  await expect.poll(names).toEqual(['report-2.pdf', 'report-1.pdf'])
  await press('Delete report-1.pdf')
  await press('Delete')
  await expect.element(screen.getByText('“report-1.pdf” was deleted. · 1 selected')).toBeVisible()
})

test('a signed form can be read here, and cannot be deleted', async () => {
  const { screen } = await render()
  await expectLink(screen, 'Read AuthorizationForm', `/signedForm/${idOf(3)}`)
  expect(screen.getByRole('button', { name: 'Delete AuthorizationForm' }).query()).toBeNull()
  expect(screen.getByRole('link', { name: 'Read report-1.pdf' }).query()).toBeNull()
})

test('a file that could not be deleted stays, with the reason in the dialog; Cancel keeps it', async () => {
  const remove = `DELETE /operator/delete_document/${idOf(1)}/`
  const { screen, press, calls } = await render({ [remove]: refused(500) })
  await press('Delete report-1.pdf')
  const dialog = screen.getByRole('dialog', { name: 'Delete this file?' })
  await expect.element(dialog.getByText('“report-1.pdf” will be removed from the record.')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('The file was not deleted. Please try again.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(screen.getByText('report-1.pdf', { exact: true })).toBeVisible()
  expect(calls().filter((call) => call === remove)).toHaveLength(1)
})

test('in a narrow window a file is a card with day, type and the same buttons', async () => {
  await page.viewport(390, 800)
  const { screen } = await render()
  const card = screen.getByRole('listitem').filter({ hasText: 'report-1.pdf' })
  for (const fact of ['2026-03-01', 'pdf'])
    await expect.element(card.getByRole('definition').filter({ hasText: fact })).toBeVisible()
  for (const name of ['Download report-1.pdf', 'Delete report-1.pdf'])
    await expect.element(card.getByRole('button', { name })).toBeVisible()
  await card.getByRole('checkbox', { name: 'Select report-1.pdf' }).click()
  await expect.element(card.getByRole('checkbox')).toBeChecked()
})

test('cards have no header to click: a button turns their order and is named by it', async () => {
  await page.viewport(390, 800)
  const { screen, press } = await render({
    [list]: ({ query }) =>
      ok({ documents: query.get('order') === 'asc' ? files.toReversed() : files, total: 3, total_pages: 1 }),
  })
  await expect.element(screen.getByText('3 files')).toBeVisible()
  await press('Newest first')
  await expect.element(screen.getByRole('button', { name: 'Oldest first' })).toBeVisible()
  await expect.element(screen.getByRole('listitem').first()).toMatchTextContent(/report-1\.pdf/)
})
