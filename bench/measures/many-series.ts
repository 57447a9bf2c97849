import { createHash } from 'node:crypto'
import { loadavg } from 'node:os'
import { mrSeries, plainSequence } from '@fornix/demo/seeds/scans/mr-series.ts'
import { signedInPage, withBrowser } from '../browser.ts'
import type { Program } from '../program.ts'
import type { Figure } from '../report.ts'
import { aStudy, storeAll } from '../scans.ts'

const physician = 'physician@northside.example'
const count = 2000

/** A study of 2,000 series with a slice each. */
const filesOf = function* (study: ReturnType<typeof aStudy>) {
  const volume = { nx: 16, ny: 16, nz: 1, dx: 1, dy: 1, dz: 1, data: new Uint8Array(256) }
  for (let number = 1; number <= count; number++) yield* mrSeries(volume, study, plainSequence(number))
}

/** How long the viewer takes to open a study of 2,000 series, from its address to its list and its first picture. */
export const measureManySeries = async (program: Program): Promise<Figure[]> => {
  const [token = ''] = await program.tokensOf(physician, 1)
  const study = aStudy(createHash('sha256').update(String(Date.now())).digest('hex').slice(0, 8))
  await storeAll(token, filesOf(study))
  return withBrowser(async (browser) => {
    const page = await signedInPage(browser, physician, 240_000)
    const begun = performance.now()
    const since = () => (performance.now() - begun) / 1000
    await page.goto(`/viewer?study=${study.studyUid}`, { waitUntil: 'commit' })
    await page.getByRole('button', { name: /^Series 2\b/ }).waitFor()
    const listed = since()
    await page.waitForFunction(() => {
      const picture = document.querySelector<HTMLImageElement>('[role=application] img')
      return picture?.complete && picture.naturalWidth > 0
    })
    return [
      { what: 'Load of the machine (programs that want a processor)', value: loadavg()[0] ?? 0, unit: '' },
      { what: 'Study of 2,000 series: its list', value: listed, unit: 's', atMost: 3 },
      { what: 'Study of 2,000 series: its first picture', value: since(), unit: 's', atMost: 3 },
    ]
  })
}
