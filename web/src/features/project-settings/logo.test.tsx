import { maxLogoBytes } from '@fornix/contract'
import { expect, test } from 'vitest'
import { ok, refused, type Served, serve } from '../../testing/serve.ts'
import { chooseFiles, show } from '../../testing/show.tsx'
import { LogoCard } from './LogoCard.tsx'

const save = 'POST /admin/project_settings/'
const open = async (answer: Served, url = '') => {
  const sent = serve({ [save]: answer })
  const { screen } = await show(<LogoCard url={url} />, { role: 'Admin' })
  return { screen, saved: () => sent.filter(({ call }) => call === save).map(({ body }) => body) }
}
const png = new File(['mark'], 'mark.png', { type: 'image/png' })
const fresh = ok({
  name: 'Lumen Neuro',
  contact: { address: '', email: '', phone: '', social: [] },
  time_zone: 'America/New_York',
  blocked_email_domains: [],
  patient_id_issuers: [],
  retention_years: 10,
  answer_days: 2,
  version: 5,
  logo_url: '/logo.png',
})

test('a chosen logo is sent with its name and said to be saved', async () => {
  const { screen, saved } = await open(fresh)
  await expect.element(screen.getByText(/^No logo yet/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Remove the logo' })).not.toBeInTheDocument()
  chooseFiles(png)
  await expect.element(screen.getByText('The logo is saved.')).toBeVisible()
  expect(saved()).toEqual([{ logo: { file_name: 'mark.png', data: btoa('mark') } }])
})

test('a logo is shown on light and on dark, and can be taken away', async () => {
  const { screen, saved } = await open(fresh, '/logo.png')
  for (const name of ['The logo on a light background', 'The logo on a dark background'])
    await expect.element(screen.getByRole('img', { name })).toHaveAttribute('src', '/logo.png')
  await screen.getByRole('button', { name: 'Remove the logo' }).click()
  await expect.element(screen.getByText('The logo is removed.')).toBeVisible()
  expect(saved()).toEqual([{ logo: null }])
})

test.each([
  ['too large', new File([new Uint8Array(maxLogoBytes + 1)], 'mark.png'), 'The logo exceeds 40 KB.'],
  ['no picture', new File(['x'], 'mark.exe'), 'Invalid file type. Please upload a PNG, JPEG, or SVG file.'],
])('a file that is %s is refused before it is sent', async (_, file, sentence) => {
  const { screen, saved } = await open(fresh)
  chooseFiles(file)
  await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence)
  expect(saved()).toEqual([])
})

test.each<[string, Served, string]>([
  ['a refusal', refused(400, 'This SVG holds a script.'), 'This SVG holds a script.'],
  ['a failure', refused(500), 'The logo could not be saved. Please try again.'],
  ['no network', 'no network', 'The portal did not respond. Please try again. Nothing will be saved twice.'],
])('%s is told, and the next file is tried afresh', async (_, answer, sentence) => {
  const { screen } = await open(answer)
  chooseFiles(png)
  await expect.element(screen.getByRole('alert')).toHaveTextContent(sentence)
  chooseFiles(new File(['x'], 'mark.exe'))
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Invalid file type. Please upload a PNG, JPEG, or SVG file.')
})

test('a file that was refused can be chosen again once it was changed', async () => {
  const { screen } = await open(fresh)
  chooseFiles(new File(['x'], 'mark.exe'))
  await expect.element(screen.getByRole('alert')).toBeVisible()
  expect(document.querySelector<HTMLInputElement>('input[type="file"]')?.value).toBe('')
})
