import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { testDocument } from '../../testing/records.ts'
import { ok, serve } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { PatientDocuments } from './PatientDocuments.tsx'

const choices = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock('./CategoryChoice.tsx', async (load) => {
  await choices.promise
  return load()
})

test('the choices of a category come late, and no row moves or grows', async () => {
  await page.viewport(390, 800)
  const documents = [testDocument(2), testDocument(1)]
  serve({ 'GET /operator/retrieve_documents/P-1/': ok({ documents, total: 2, total_pages: 1 }) })
  const { screen } = await show(<PatientDocuments patientKey="P-1" />, { role: 'Nurse', at: '/profile' })
  const last = screen.getByText('report-1.pdf', { exact: true })
  const choice = screen.getByRole('combobox', { name: 'Category of report-1.pdf' })
  await expect.element(last).toBeVisible()
  const { top } = last.element().getBoundingClientRect()
  expect(choice.elements()).toEqual([])
  choices.resolve()
  await expect.element(choice).toBeVisible()
  expect(last.element().getBoundingClientRect().top).toBe(top)
})
