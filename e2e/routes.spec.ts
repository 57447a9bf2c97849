import { type Page as Known, pageAt } from '@fornix/contract'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { signInAdmin, signInOperator, signInPatient } from './people.ts'

type Viewer = 'nobody' | 'patient' | 'physician' | 'admin'
const staff: Viewer[] = ['physician', 'admin']
const signedIn: Viewer[] = ['patient', ...staff]
const everybody: Viewer[] = ['nobody', ...signedIn]

const [patients, physicians, administration] = [
  'Patients and volunteers',
  'Physicians and care teams',
  'Administration',
] as const
const broken = 'This invitation does not work'
const hello = /^Good (morning|afternoon|evening), Ana$/
const unknown = 'a-token-that-nobody-made'

// By hand from the specification, not from the code: each of its 38 routes, who may see it, and its heading for one of them.
const routes: [address: string, may: Viewer[], seenBy: Viewer, heading: string | RegExp][] = [
  ['/', everybody, 'nobody', 'Brain imaging that comes to the bedside'],
  ['/patients', everybody, 'nobody', patients],
  ['/patient-register', everybody, 'nobody', patients],
  ['/patient', everybody, 'nobody', patients],
  ['/patient/profile', ['patient'], 'patient', 'My profile'],
  ['/profile', signedIn, 'patient', hello],
  ['/scan', signedIn, 'patient', "Ana's Scans"],
  ['/files', signedIn, 'patient', "Ana's Files"],
  ['/authForm', ['patient'], 'patient', 'Request for MRI Scan Authorization Form'],
  [`/invite/${unknown}`, everybody, 'nobody', broken],
  ['/patient/reset-password', everybody, 'nobody', 'Reset your password'],
  [`/patient/change-password/${unknown}`, everybody, 'nobody', 'New password'],
  ['/contactUs', signedIn, 'physician', 'Contact us'],
  ['/ContactUsLanding', everybody, 'nobody', 'Contact us'],
  ['/aboutus', everybody, 'nobody', 'About us'],
  ['/aboutuspage', signedIn, 'patient', 'About the company'],
  ['/terms-and-conditions', everybody, 'nobody', 'Terms and Conditions'],
  ['/termsandconditions', everybody, 'nobody', 'Terms and Conditions'],
  ['/privacy-policy', everybody, 'nobody', 'Privacy Policy'],
  ['/privacypolicy', everybody, 'nobody', 'Privacy Policy'],
  ['/403', everybody, 'nobody', 'No access'],
  ['/physicians', everybody, 'nobody', physicians],
  ['/adminPage', everybody, 'nobody', administration],
  ['/admin', ['admin'], 'admin', 'Admin area'],
  ['/operator', everybody, 'nobody', physicians],
  ['/operatorPatientlist', staff, 'physician', 'Patient List'],
  ['/operatorProfile', staff, 'physician', 'Priya Raman'],
  ['/adminProfile', ['admin'], 'admin', 'Adam Brandt'],
  ['/operatorList', ['admin'], 'admin', 'Provider List'],
  ['/adminScanRequests', ['admin'], 'admin', 'Admin Scan Request List'],
  ['/notifications', staff, 'physician', 'Notifications'],
  ['/feedback', staff, 'admin', 'Feedback'],
  ['/navbar', everybody, 'nobody', 'Components'],
  ['/example', everybody, 'nobody', 'Components'],
  [`/register-operator/${unknown}`, everybody, 'nobody', broken],
  ['/operator/reset-password', everybody, 'nobody', 'Reset your password'],
  [`/operator/change-password/${unknown}`, everybody, 'nobody', 'New password'],
  [`/provider/invite/${unknown}`, everybody, 'nobody', broken],
]

/** Where those are sent who have not signed in: to the entrance of those for whom the page is. */
const entranceOf = (may: Viewer[]) => {
  if (may.includes('patient')) return '/patients'
  return may.includes('physician') ? '/physicians' : '/adminPage'
}

const enter = async (browser: Browser, viewer: Viewer) => {
  const page = await browser.newPage()
  if (viewer === 'patient') await signInPatient(page, 'ana.rivera@northside.example')
  if (viewer === 'physician') await signInOperator(page, 'physician@northside.example')
  if (viewer === 'admin') await signInAdmin(page, 'admin@northside.example')
  return page
}
const title = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: typeof name === 'string' })

test('the list of pages has every route of the specification, for those who may see it', () => {
  const roles = { patient: 'Patient', physician: 'Physician', admin: 'Admin' } as const
  const mayOf = ({ allow }: Known): Viewer[] =>
    allow === 'anyone' ? everybody : signedIn.filter((viewer) => allow.includes(roles[viewer as keyof typeof roles]))
  expect(routes).toHaveLength(38)
  for (const [address, may] of routes) {
    const known = pageAt(address)
    expect(known && mayOf(known), address).toEqual(may)
  }
})

for (const viewer of everybody)
  test(`every route shows its page or its refusal: ${viewer}`, async ({ browser }) => {
    const page = await enter(browser, viewer)
    for (const [address, may, seenBy, heading] of routes) {
      if (may.includes(viewer) && seenBy !== viewer) continue
      await test.step(address, async () => {
        await page.goto(address)
        if (may.includes(viewer)) {
          await expect(title(page, heading)).toBeVisible()
          expect(new URL(page.url()).pathname).toBe(address)
        } else if (viewer === 'nobody') await expect(page).toHaveURL(new RegExp(`${entranceOf(may)}$`))
        else {
          await expect(page).toHaveURL(/\/403$/)
          await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
        }
      })
    }
    await page.close()
  })

test('the page that refuses leads home, and an address in other letters or with a slash at its end is the same page', async ({
  page,
}) => {
  await page.goto('/403')
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page).toHaveURL(/:\d+\/$/)
  await page.goto('/CONTACTUSLANDING/')
  await expect(title(page, 'Contact us')).toBeVisible()
  await signInAdmin(page, 'admin@northside.example')
  await page.goto('/admin/')
  await expect(title(page, 'Admin area')).toBeVisible()
})
