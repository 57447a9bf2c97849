import { allPages, patientTabs } from '@fornix/contract'
import { expect, type Page, test } from '@playwright/test'
import { follow } from './follow.ts'
import { expectLoaded } from './loaded.ts'
import { signInOperator, signInPatient } from './people.ts'

/**
 * Takes away what the oldest browsers of README.md lack, Safari 16.4 the most, and no build adds: on an iPhone of 2017 a page that uses it
 * breaks. By MDN's browser-compat-data.
 */
const likeIn2023 = (page: Page, { kept = '' } = {}) =>
  page.addInitScript((kept) => {
    const newer: [object, string[]][] = [
      [AbortSignal, ['any']],
      [Array, ['fromAsync']],
      [ArrayBuffer.prototype, ['transfer', 'transferToFixedLength']],
      [Blob.prototype, ['bytes']],
      [Document.prototype, ['startViewTransition']],
      [Element.prototype, ['checkVisibility', 'getHTML', 'moveBefore']],
      [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover']],
      [Intl, ['DurationFormat']],
      [Map, ['groupBy']],
      [Object, ['groupBy']],
      [Promise, ['try', 'withResolvers']],
      [ReadableStream, ['from']],
      [ReadableStream.prototype, ['values']],
      [Response.prototype, ['bytes']],
      [RegExp, ['escape']],
      [
        Set.prototype,
        ['difference', 'intersection', 'isDisjointFrom', 'isSubsetOf', 'isSupersetOf', 'symmetricDifference', 'union'],
      ],
      [Uint8Array, ['fromBase64', 'fromHex']],
      [Uint8Array.prototype, ['toBase64', 'toHex']],
      [URL, ['canParse', 'parse']],
      [globalThis, ['cancelIdleCallback', 'navigation', 'requestIdleCallback', 'scheduler', 'Iterator']],
      [
        Object.getPrototypeOf(Object.getPrototypeOf([].values())),
        ['drop', 'every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'reduce', 'some', 'take', 'toArray'],
      ],
    ]
    for (const [owner, names] of newer) for (const name of names) if (name !== kept) Reflect.deleteProperty(owner, name)
    Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator)
  }, kept)

const faultsOf = (page: Page) => {
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  return faults
}

const addressesFor = (role: 'Patient' | 'Physician') =>
  allPages
    .filter(({ allow }) => allow !== 'anyone' && allow.includes(role))
    .flatMap(({ path }) => (path.includes(':tab') ? patientTabs.map((tab) => path.replace(':tab', tab)) : [path]))
    // The form says that it could not be opened where no scan was chosen.
    .filter((path) => !path.includes(':') && path !== '/authForm')

const walk = async (page: Page, addresses: string[]) => {
  for (const address of addresses)
    await test.step(address, async () => {
      await follow(page, address)
      await expectLoaded(page)
      await expect(page.getByText(/went wrong|could not be|no connection|offline|failed to /i)).toHaveCount(0)
    })
}

test('a phone of 2017 shows a patient every page, a file and a scan', async ({ page }) => {
  await likeIn2023(page)
  const faults = faultsOf(page)
  await signInPatient(page, 'ana.rivera@northside.example')
  await walk(page, addressesFor('Patient'))

  await follow(page, '/files')
  await page.getByRole('button', { name: 'View How to prepare for your scan.pdf' }).click()
  await expect(page.getByRole('dialog').locator('canvas')).toBeVisible()
  await follow(page, '/scan')
  const viewer = page.waitForEvent('popup')
  await page.getByRole('button', { name: /^Open images/ }).click()
  const scan = await viewer
  await likeIn2023(scan)
  const faultsThere = faultsOf(scan)
  await scan.reload()
  await expect(scan.getByRole('main').getByRole('status')).toHaveText(/Axial 19 of 36.*Value \d+/)
  expect([...faults, ...faultsThere]).toEqual([])
})

test('Chrome 116, which has one of what Safari lacks, shows what needs the others', async ({ page }) => {
  await likeIn2023(page, { kept: 'any' })
  const faults = faultsOf(page)
  await signInPatient(page, 'ana.rivera@northside.example', undefined, '/accessLog')
  await expect(page.getByText('Priya Raman').first()).toBeVisible()
  await follow(page, '/files')
  await page.getByRole('button', { name: 'View How to prepare for your scan.pdf' }).click()
  await expect(page.getByRole('dialog').locator('canvas')).toBeVisible()
  expect(faults).toEqual([])
})

test('a browser of 2023 shows staff every page', async ({ page }) => {
  await likeIn2023(page)
  const faults = faultsOf(page)
  await signInOperator(page, 'physician@northside.example')
  await walk(page, addressesFor('Physician'))
  expect(faults).toEqual([])
})

test('a browser that is too old says so, in either language', async ({ page }) => {
  const sentence = page.locator('#too-old')
  await page.goto('/patients')
  await expect(sentence).toBeHidden()
  await page.addInitScript(() => Reflect.deleteProperty(String.prototype, 'isWellFormed'))
  await page.reload()
  await expect(sentence).toHaveText(/^This browser is too old/)
  await expect(sentence).toBeVisible()
  await page.context().addCookies([{ name: 'language', value: 'es', url: page.url() }])
  await page.reload()
  await expect(sentence).toHaveText(/^Este navegador es demasiado antiguo/)
})
