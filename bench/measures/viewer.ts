import { openStudy } from '@fornix/contract'
import { withBrowser } from '../browser.ts'
import { address, type Program } from '../program.ts'
import { type Figure, percentile } from '../report.ts'

const physician = 'physician@northside.example'
const rounds = 5

/** From the page load to three planes and 3D of 36 slices on the screen, drawn in software; the program is cold once. */
export const measureViewer = async (program: Program): Promise<Figure[]> => {
  const [row] = await program.owner<{ study_uid: string }>(
    `select s.study_uid from studies s join patients p using (project_id, patient_id) where p.email like 'ana.rivera@%' limit 1`,
  )
  const [token] = await program.tokensOf(physician, 1)
  const opened = await fetch(address + openStudy.path.replace(':study', row?.study_uid ?? ''), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  const { viewer } = (await opened.json()) as { viewer: string }

  return withBrowser(async (browser) => {
    const page = await browser.newPage({ baseURL: address, viewport: { width: 1280, height: 900 } })
    await page.goto('/physicians')
    await page.getByLabel('E-mail', { exact: true }).fill(physician)
    await page.getByLabel('Password', { exact: true }).fill('Demo-portal-1!')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(/operatorPatientlist/)
    const seconds: number[] = []
    for (let round = 0; round < rounds; round++) {
      await page.goto(viewer, { waitUntil: 'commit' })
      await page.getByRole('status').filter({ hasText: 'Axial' }).waitFor()
      seconds.push((await page.evaluate(() => performance.now())) / 1000)
    }
    const what = 'Viewer: first three-plane image of 36 slices'
    return [{ what, value: percentile(seconds, 0.5), unit: 's', atMost: 2 }]
  })
}
