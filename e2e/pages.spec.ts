import { allPages, type Page as Known, pageAt, patientTabs } from '@fornix/contract'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectGoodInEveryLook } from './axe.ts'
import { demoPort } from './demo-program.ts'
import { follow } from './follow.ts'
import { expectLoaded, watchCalls } from './loaded.ts'
import { signInAdmin, signInOperator, signInPatient } from './people.ts'
import { everybody, signedIn, specRoutes, type Viewer } from './spec-routes.ts'
import { expectRings } from './tab-walk.ts'

const noFile = '01930000-0000-7000-8000-000000000000'
const addressOf = (path: string) =>
  path.replace(':token', 'no-such-token-at-all').replace(':file_id', noFile).replace(':thread', noFile)
const addressesOf = ({ path }: Known) =>
  path.includes(':tab') ? patientTabs.map((tab) => path.replace(':tab', tab)) : [addressOf(path)]
const isFor = (role: 'Patient' | 'Physician' | 'Admin') =>
  allPages.filter(({ allow }) => allow !== 'anyone' && allow.includes(role))
const open = allPages.filter(({ allow }) => allow === 'anyone')

/** Two addresses of one public page, which looks the same at both. */
const isAlias = (address: string) => {
  const page = pageAt(address)
  return (
    page?.allow === 'anyone' &&
    page !== open.find(({ title, description }) => title === page.title && description === page.description)
  )
}

/**
 * What looks otherwise to an admin than to a physician: there is more on it. On all else that both see, the Tab key is followed once, for
 * the physician.
 */
const richerForAdmins = new Set(['/workQueue', '/operatorPatientlist', '/account', '/notifications'])
const isWalkedBefore = (address: string, viewer: Viewer) => {
  const allow = pageAt(address)?.allow
  return viewer === 'admin' && allow !== 'anyone' && allow?.includes('Physician') && !richerForAdmins.has(address)
}

/** What a page loads from elsewhere, and what breaks its content security policy. */
const faultsOf = (page: Page) => {
  const faults: string[] = []
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`http://localhost:${demoPort}/`))
      faults.push(request.url())
  })
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) faults.push(message.text())
  })
  return faults
}

const title = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: typeof name === 'string' })

const pathOf = (page: Page) => new URL(page.url()).pathname

/** What everybody reads comes as a document, as to a visitor; what takes a parameter may be the page before it. */
const goTo = async (page: Page, address: string, viewer: Viewer) => {
  if (viewer !== 'nobody' && !pageAt(address)?.path.includes(':')) {
    if (pathOf(page) !== address) await follow(page, address)
    return
  }
  expect((await page.goto(address))?.status()).toBe(200)
}

/** All pages of a viewer, each asked all questions: its heading in the specification, its looks, its rings, and what it loads. */
const sweep = async (page: Page, viewer: Viewer, which: Known[]) => {
  watchCalls(page)
  const faults = faultsOf(page)
  const ofSpec = specRoutes.filter(([, , seenBy]) => seenBy === viewer)
  const addresses = new Set([
    ...which.flatMap(addressesOf).filter((address) => {
      const known = pageAt(address)
      return known?.path.includes(':tab') || !ofSpec.some(([other]) => pageAt(other) === known)
    }),
    ...ofSpec.map(([address]) => address),
  ])
  for (const address of addresses)
    await test.step(address, async () => {
      await goTo(page, address, viewer)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      // The components include one that always loads.
      if (pageAt(address)?.title !== 'Components') await expectLoaded(page)
      await expect(page).toHaveTitle(/ · /)
      const [, , , heading] = ofSpec.find(([other]) => other === address) ?? []
      if (heading) {
        await expect(title(page, heading)).toBeVisible()
        expect(pathOf(page)).toBe(address)
      }
      if (isAlias(address)) return
      await expectGoodInEveryLook(page)
      // The viewer has no navigation to skip.
      if (!isWalkedBefore(address, viewer)) await expectRings(page, { skips: pageAt(address)?.path !== '/viewer' })
    })
  expect(faults).toEqual([])
}

/** The record of one patient, each of its tabs. */
const sweepRecord = async (page: Page) => {
  await page.goto('/operatorPatientlist?searchQuery=rivera')
  await page.getByRole('link', { name: /Ana/ }).click()
  await expect(page.getByRole('heading', { name: 'Ana Rivera' })).toBeVisible()
  await expectLoaded(page)
  const tabs = await page.getByRole('tab').all()
  expect(tabs.length).toBeGreaterThan(5)
  for (const tab of tabs)
    await test.step((await tab.textContent()) ?? '', async () => {
      await tab.click()
      await expect(tab).toHaveAttribute('aria-selected', 'true')
      await expectLoaded(page)
      await expectGoodInEveryLook(page)
    })
}

/** By a typed address; the web tests try every page and role. */
const expectRefused = async (page: Page, address: string, to: string) => {
  await page.goto(address)
  await expect(page).toHaveURL(new RegExp(`${to}$`))
  if (to === '/403') await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
}

test('public pages in every look', async ({ page }) => {
  await sweep(page, 'nobody', open)
  await expectRefused(page, '/profile', '/patients')
  await expectRefused(page, '/notifications', '/physicians')
  await expectRefused(page, '/adminProfile', '/adminPage')
})
test('pages of a patient in every look', async ({ page }) => {
  await signInPatient(page, 'ana.rivera@northside.example')
  await sweep(page, 'patient', isFor('Patient'))
  for (const [list, address] of [
    ['/messages', '/messages/'],
    ['/files', '/signedForm/'],
  ] as const)
    await test.step(`${address} of one`, async () => {
      await follow(page, list)
      await page.getByRole('main').locator(`a[href^="${address}"]`).first().click()
      await expect(page).toHaveURL(new RegExp(address))
      await expectLoaded(page)
      await expectGoodInEveryLook(page)
    })
  await expectRefused(page, '/operatorPatientlist', '/403')
})
test('pages of a physician in every look', async ({ page }) => {
  await signInOperator(page, 'physician@northside.example')
  await sweep(page, 'physician', isFor('Physician'))
  await sweepRecord(page)
  await expectRefused(page, '/adminScanRequests', '/403')
})
test('pages of an admin in every look', async ({ page }) => {
  await signInAdmin(page, 'admin@northside.example')
  await sweep(page, 'admin', isFor('Admin'))
  await sweepRecord(page)
  await expectRefused(page, '/patient/profile', '/403')
})

test('the list of pages has every route of the specification, for those who may see it', () => {
  const roles = { patient: 'Patient', physician: 'Physician', admin: 'Admin' } as const
  const mayOf = ({ allow }: Known): Viewer[] =>
    allow === 'anyone' ? everybody : signedIn.filter((viewer) => allow.includes(roles[viewer as keyof typeof roles]))
  expect(specRoutes).toHaveLength(38)
  for (const [address, may] of specRoutes) {
    const known = pageAt(address)
    expect(known && mayOf(known), address).toEqual(may)
  }
})

test('the page that refuses leads home, and an address in other letters or with a slash at its end is the same page', async ({
  page,
}) => {
  await page.goto('/403')
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page).toHaveURL(/:\d+\/$/)
  await page.goto('/CONTACTUSLANDING/')
  await expect(title(page, 'Contact us')).toBeVisible()
  await signInAdmin(page, 'admin@northside.example', '/admin/')
  await expect(title(page, 'Admin area')).toBeVisible()
})

test('an unknown address is a page that says so, with status 404', async ({ page }) => {
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
})

test('an address answers those who do not speak HTML: a page where one stands, else an error in JSON', async ({
  request,
}) => {
  for (const address of allPages.filter(({ path }) => !/navbar|example/.test(path)).flatMap(addressesOf))
    expect((await request.get(address)).status(), address).toBe(200)
  for (const address of ['/patient/no-such-tab', '/no-such-page', '/patient/get_nothing/']) {
    const reply = await request.get(address)
    expect([reply.status(), await reply.json()], address).toEqual([404, expect.objectContaining({ code: 'not_found' })])
    expect((await request.get(address, { headers: { accept: 'text/html' } })).status()).toBe(404)
  }
  expect((await request.get('/files', { headers: { accept: 'application/json' } })).status()).toBe(404)
})
