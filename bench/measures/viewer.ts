import { setTimeout as pause } from 'node:timers/promises'
import { openStudy } from '@fornix/contract'
import { signedInPage, withBrowser } from '../browser.ts'
import { address, type Program } from '../program.ts'
import { type Figure, percentile } from '../report.ts'

const physician = 'physician@northside.example'
const rounds = 5

/** In the page: marks the frame in which the words under the picture say where it is. Whoever asks from outside hears of it late. */
const markShown = () => {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[role=status]')?.textContent?.includes('Axial')) return
    observer.disconnect()
    requestAnimationFrame(() => performance.mark('shown'))
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true })
}

/** From the page load to three planes of 36 slices on the screen, drawn in software; the program is cold once, and 3D comes after. */
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
    const page = await signedInPage(browser, physician)
    await page.addInitScript(markShown)
    const seconds: number[] = []
    for (let round = 0; round < rounds; round++) {
      await page.goto(viewer, { waitUntil: 'commit' })
      const shown = await page.waitForFunction(() => performance.getEntriesByName('shown')[0]?.startTime)
      seconds.push(((await shown.jsonValue()) ?? Number.NaN) / 1000)
      // Its 3D is still being drawn, which would slow the next round.
      await pause(1500)
    }
    const what = 'Viewer: first three-plane image of 36 slices'
    return [{ what, value: percentile(seconds, 0.5), unit: 's', atMost: 2 }]
  })
}
