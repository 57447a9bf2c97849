import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { dicomwebRoot } from '@fornix/contract'
import { hasOrthanc, startOrthanc } from '../../server/test/orthanc.ts'
import { withBrowser } from '../browser.ts'
import { withFolder } from '../folder.ts'
import { address, type Program } from '../program.ts'
import { type Figure, percentile } from '../report.ts'
import { aStudy, slices, writeScans } from '../scans.ts'

const rounds = 110
const warmUp = 10
const side = 256
const accept = 'multipart/related; type="application/dicom"; transfer-syntax=*'

type Series = { study_uid: string; series_uid: string }
const listed = (program: Program) =>
  program.owner<Series>(
    `select study_uid, series_uid from studies where series_uid <> '' and study_uid = '${aStudy('0').studyUid}'`,
  )

/** In a page, as the viewer reads a series: the whole time until its last byte is there. */
const read = async ({ url, headers }: { url: string; headers: Record<string, string> }) => {
  const begun = performance.now()
  const answer = await fetch(url, { headers, cache: 'no-store' })
  const bytes = (await answer.arrayBuffer()).byteLength
  return { ms: performance.now() - begun, bytes: answer.ok ? bytes : 0 }
}

/** The same series of 100 slices from Orthanc itself and through the portal in front of it, in turns, read by a browser. */
export const measureSeries = async (program: Program): Promise<Figure[]> => {
  if (!hasOrthanc) {
    console.log('Orthanc is not installed: the time of a series was skipped')
    return []
  }
  const orthanc = await startOrthanc()
  try {
    await withFolder(async (folder) => {
      await writeScans(folder, 1, side)
      for (const name of await readdir(`${folder}/0`))
        await fetch(`${orthanc.rest}/instances`, {
          method: 'POST',
          headers: orthanc.headers,
          body: await readFile(`${folder}/0/${name}`),
        })
    })
    await program.restart({
      DICOMWEB_URL: orthanc.url,
      DICOMWEB_USER: orthanc.user,
      DICOMWEB_PASSWORD: orthanc.password,
      PACS_POLL_SECONDS: '1',
    })
    while ((await listed(program)).length === 0) await pause(200)
    const [{ study_uid, series_uid } = { study_uid: '', series_uid: '' }] = await listed(program)
    const [token = ''] = await program.tokensOf('physician@northside.example', 1)
    const path = `/studies/${study_uid}/series/${series_uid}`
    const [theirs, ours]: [number[], number[]] = [[], []]
    await withBrowser(async (browser) => {
      const direct = await browser.newPage({ extraHTTPHeaders: orthanc.headers })
      const through = await browser.newPage()
      await direct.goto(`${orthanc.rest}/system`)
      await through.goto(address)
      for (let n = 0; n < rounds; n++) {
        const one = await direct.evaluate(read, { url: orthanc.url + path, headers: { accept, ...orthanc.headers } })
        const other = await through.evaluate(read, {
          url: address + dicomwebRoot + path,
          headers: { accept, authorization: `Bearer ${token}` },
        })
        if (Math.min(one.bytes, other.bytes) < slices * side * side) throw new Error('A series did not come whole')
        if (n < warmUp) continue
        theirs.push(one.ms)
        ours.push(other.ms)
      }
    })
    const [direct, through] = [percentile(theirs, 0.5), percentile(ours, 0.5)]
    return [
      { what: 'A series of 13 MB from Orthanc itself, median', value: direct, unit: 'ms' },
      { what: 'The same through the portal, median', value: through, unit: 'ms' },
      { what: 'Time through the portal against that of the archive', value: through / direct, unit: '', atMost: 1.2 },
    ]
  } finally {
    await program.restart()
    await orthanc.stop()
  }
}
