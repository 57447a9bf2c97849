import { allPages } from '@fornix/contract'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectGoodInEveryLook } from './axe.ts'
import { demoPort } from './demo-program.ts'
import { signInAdmin, signInOperator, signInPatient } from './people.ts'

const noFile = '01930000-0000-7000-8000-000000000000'
const addressOf = (path: string) =>
  path
    .replace(':token', 'no-such-token-at-all')
    .replace(':tab', 'uploadfile')
    .replace(':file_id', noFile)
    .replace(':thread', noFile)
const isFor = (role: 'Patient' | 'Physician' | 'Admin') =>
  allPages.filter(({ allow }) => allow !== 'anyone' && allow.includes(role))
const open = allPages.filter(({ allow }) => allow === 'anyone')

const sweep = async (page: Page, which: typeof allPages) => {
  for (const { path } of which) {
    await test.step(path, async () => {
      const answer = await page.goto(addressOf(path))
      expect(answer?.status()).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await expect(page).toHaveTitle(/ · /)
      await expectGoodInEveryLook(page)
    })
  }
}
test('public pages in every look', async ({ page }) => {
  await sweep(page, open)
})
test('pages of a patient in every look', async ({ page }) => {
  await signInPatient(page, 'ana.rivera@northside.example')
  await sweep(page, isFor('Patient'))
})
test('pages of a physician in every look', async ({ page }) => {
  await signInOperator(page, 'physician@northside.example')
  await sweep(page, isFor('Physician'))
  await page.goto('/operatorPatientlist?searchQuery=rivera')
  await page.getByRole('link', { name: /Ana/ }).click()
  await expect(page.getByRole('heading', { name: 'Ana Rivera' })).toBeVisible()
  await expectGoodInEveryLook(page)
})
test('pages of an admin in every look', async ({ page }) => {
  await signInAdmin(page, 'admin@northside.example')
  await sweep(page, isFor('Admin'))
})

test('an unknown address is a page that says so, with status 404', async ({ page }) => {
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
})

test('no page loads anything from elsewhere or breaks its content security policy', async ({ page }) => {
  const foreign: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`http://localhost:${demoPort}/`))
      foreign.push(request.url())
  })
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) complaints.push(message.text())
  })
  await signInPatient(page, 'ana.rivera@northside.example')
  for (const path of ['/', '/patients', '/files', '/profile', '/patient/uploadfile']) await page.goto(path)
  expect([...foreign, ...complaints]).toEqual([])
})

test('an address answers those who do not speak HTML: a page where one stands, else an error in JSON', async ({
  request,
}) => {
  for (const { path } of allPages.filter(({ path }) => !/navbar|example/.test(path)))
    expect((await request.get(addressOf(path))).status(), path).toBe(200)
  for (const address of ['/patient/no-such-tab', '/no-such-page', '/patient/get_nothing/']) {
    const reply = await request.get(address)
    expect([reply.status(), await reply.json()], address).toEqual([404, expect.objectContaining({ code: 'not_found' })])
    expect((await request.get(address, { headers: { accept: 'text/html' } })).status()).toBe(404)
  }
  expect((await request.get('/files', { headers: { accept: 'application/json' } })).status()).toBe(404)
})
