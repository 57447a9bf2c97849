import { Alert, Button, Card, Select, Text } from '@mantine/core'
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FilesPage } from '../features/documents/FilesPage.tsx'
import { ContactSection } from '../features/patients/ContactSection.tsx'
import { HomeTiles } from '../features/patients/HomeTiles.tsx'
import { brokenWords } from '../testing/broken-words.ts'
import { testMedical, testPatient } from '../testing/patients.ts'
import { testDocument } from '../testing/records.ts'
import { ok, serve } from '../testing/serve.ts'
import { show } from '../testing/show.tsx'
import { SummaryList } from '../ui/display/SummaryList.tsx'
import { DobSelects } from '../ui/form/DobSelects.tsx'

afterEach(() => {
  document.documentElement.style.removeProperty('font-size')
  return page.viewport(1280, 800)
})

/** The narrowest phone, in a browser with text at twice the size. */
const enlarge = async (width = 320) => {
  await page.viewport(width, 640)
  document.documentElement.style.setProperty('font-size', '200%')
}

const showLarge = async (element: ReactElement) => {
  await enlarge()
  const shown = await show(
    <main style={{ padding: 16 }}>
      <Card withBorder p="lg">
        {element}
      </Card>
    </main>,
  )
  await document.fonts.ready
  return shown
}

const isCut = (element: Element) => element.scrollWidth > element.clientWidth

test('names and values stand below each other, with whole words', async () => {
  const { screen } = await showLarge(
    <SummaryList
      rows={[
        ['Indication', 'Aneurysm'],
        ['Date of birth', 'April 17, 1986'],
      ]}
    />,
  )
  expect(brokenWords(screen.container)).toEqual([])
})

test('a button holds its longest word', async () => {
  const { screen } = await showLarge(<Button leftSection={<IconDownload size={16} />}>Cancel appointment</Button>)
  expect(isCut(screen.getByRole('button').element())).toBe(false)
})

test('a warning stands below its sign where it would be cut beside it', async () => {
  const { screen } = await showLarge(
    <Alert icon={<IconAlertTriangle />}>
      <Text fw={600}>Not for emergencies. If this is an emergency, call 911.</Text>
    </Alert>,
  )
  const alert = screen.getByRole('alert').element()
  expect(isCut(alert)).toBe(false)
})

test('what was chosen is read whole', async () => {
  const { screen } = await showLarge(
    <>
      <Select label="Which scan?" data={['September 10, 2026']} value="September 10, 2026" />
      <DobSelects value="04-17-1986" />
    </>,
  )
  for (const field of screen.getByRole('combobox').elements()) expect(isCut(field), field.ariaLabel ?? '').toBe(false)
})

const Figure = () => <>Información médica</>

test('the words of a tile stand below its icon where they have no room beside it', async () => {
  await enlarge()
  const { screen } = await show(<HomeTiles tiles={[{ to: '/', title: 'Expediente', icon: IconDownload, Figure }]} />)
  await document.fonts.ready
  expect(isCut(screen.getByRole('link').element())).toBe(false)
  expect(brokenWords(screen.container)).toEqual([])
})

test('a file is chosen beside its icon, and its name stands below both', async () => {
  await enlarge()
  const files = [testDocument(1, { file_name: 'AuthorizationForm' })]
  serve({ 'GET /patient/retrieve_documents/P-7K3QX9/': ok({ documents: files, total: 1, total_pages: 1 }) })
  const { screen } = await show(<FilesPage />, { role: 'Patient', at: '/files' })
  const box = screen.getByRole('checkbox', { name: /AuthorizationForm/ })
  const top = (await box.findElement()).getBoundingClientRect().top
  const name = screen.getByText('AuthorizationForm', { exact: true }).element()
  expect(name.getBoundingClientRect().top).toBeGreaterThan(top)
  expect(top - (name.parentElement?.getBoundingClientRect().top ?? 0)).toBeLessThan(5)
})

test.each([320, 390])('the bar with Save leaves most of a phone of %i px to the form', async (width) => {
  await enlarge(width)
  serve({})
  const now = { patient: testPatient, medicalInformation: testMedical }
  const nothing = async () => {}
  const record = { ...now, savePatient: nothing, saveMedical: nothing, latest: async () => now }
  const { screen } = await show(<ContactSection record={record} />, { role: 'Patient' })
  await screen.getByRole('button', { name: 'Edit contact details' }).click()
  for (const name of ['First name', 'City', 'Zip code']) await screen.getByRole('textbox', { name }).fill('')
  const save = screen.getByRole('button', { name: 'Save' })
  const all = 'To save: First name is required · City is required · Zip code is required'
  await expect.element(save).toHaveAccessibleDescription(all)
  await document.fonts.ready
  const bar = save.element().parentElement?.parentElement
  expect(bar?.getBoundingClientRect().height).toBeLessThan(640 / 4)
  const buttons = [save, screen.getByRole('button', { name: 'Cancel' })].map((one) => one.element())
  expect(new Set(buttons.map((one) => one.getBoundingClientRect().top)).size).toBe(1)
  for (const button of buttons) expect(isCut(button)).toBe(false)
})
