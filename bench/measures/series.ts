import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { hasOrthanc, startOrthanc } from '../../server/test/orthanc.ts'
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

/** The same series of 100 slices from Orthanc itself and through the portal in front of it, in turns. */
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
    const read = async (url: string, headers: Record<string, string>) => {
      const begun = performance.now()
      const answer = await fetch(url + path, { headers: { ...headers, accept } })
      const { byteLength } = await answer.arrayBuffer()
      if (answer.status !== 200 || byteLength < slices * side * side)
        throw new Error(`A series answered ${answer.status}`)
      return performance.now() - begun
    }
    const [theirs, ours]: [number[], number[]] = [[], []]
    for (let n = 0; n < rounds; n++) {
      const direct = await read(orthanc.url, orthanc.headers)
      const through = await read(`${address}/api/dicomweb`, { authorization: `Bearer ${token}` })
      if (n < warmUp) continue
      theirs.push(direct)
      ours.push(through)
    }
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
