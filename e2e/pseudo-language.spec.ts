import { allPages, type Page as Known, patientTabs } from '@fornix/contract'
import { expect, type Page, test } from '@playwright/test'
import { follow } from './follow.ts'
import { watchCalls } from './loaded.ts'
import { signInPatient } from './people.ts'
import { pseudo, speakPseudo } from './pseudo-language.ts'
import { expectWhole } from './whole-text.ts'

test.use({ locale: 'es-US', viewport: { width: 320, height: 844 } })

const isPlain = ({ path }: Known) => !path.includes(':')
/** What shows another page without its choice or its sign-in, and the samples of components. */
const elsewhere = new Set(['/auth/callback', '/choose-project', '/viewer', '/navbar', '/example'])
/** Of addresses that show the same page one. */
const ofEverybody = allPages
  .filter((page) => page.allow === 'anyone' && isPlain(page) && !elsewhere.has(page.path))
  .filter(
    (page, at, all) =>
      at === all.findIndex(({ title, description }) => title === page.title && description === page.description),
  )
const ofPatients = [
  ...allPages
    .filter((page) => page.allow !== 'anyone' && page.allow.includes('Patient') && isPlain(page))
    .map(({ path }) => path)
    .filter((path) => !elsewhere.has(path) && path !== '/profile'),
  ...patientTabs.map((tab) => `/patient/${tab}`),
]

const expectWholeOnPhones = async (page: Page, address: string) => {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expectWhole(page, `${address} at ${width} px`)
  }
}

test('texts a third longer are whole on a phone, on every public page', async ({ page }) => {
  await speakPseudo(page)
  watchCalls(page)
  for (const { path, isStatic } of ofEverybody.toSorted((a, b) => Number(a.isStatic) - Number(b.isStatic))) {
    // The document of a page that is only read has its words already.
    await (isStatic ? follow(page, path) : page.goto(path))
    await expect(page.getByRole('banner').getByRole('link').or(page.getByRole('main')).first()).toBeVisible()
    await expectWholeOnPhones(page, path)
  }
  await expect(page.getByRole('link', { name: pseudo('Privacy Policy') })).toBeVisible()
})

test('texts a third longer are whole on a phone, on every page of a patient', async ({ page }) => {
  await speakPseudo(page)
  await signInPatient(page, 'ana.rivera@northside.example')
  await expect(page.getByRole('link', { name: pseudo('Appointments') }).first()).toBeVisible()
  await expectWholeOnPhones(page, '/profile')
  for (const address of ofPatients) {
    await follow(page, address)
    await expectWholeOnPhones(page, address)
  }
})
