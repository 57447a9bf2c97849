import { dicomwebRoot } from '@fornix/contract'
import { mrSeries, plainSequence } from '@fornix/demo/seeds/scans/mr-series.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { aStudy } from '../../../../test/dicom.ts'
import type { TestUser } from '../../../../test/harness.ts'
import { imagingApp } from '../../../../test/imaging-world.ts'
import { hasOrthanc, startOrthanc } from '../../../../test/orthanc.ts'
import { stowBody, stowType } from '../../../../test/stow.ts'
import { archiveOf } from '../../../start-platform.ts'

const volume = { nx: 4, ny: 4, nz: 2, dx: 1, dy: 1, dz: 1, data: new Uint8Array(32) }

describe.runIf(hasOrthanc)('with a PACS for several projects', async () => {
  if (!hasOrthanc) return
  const orthanc = await startOrthanc()
  afterAll(() => orthanc.stop())
  const { app, given, owner } = await imagingApp({
    platform: ({ config, database, files }) => ({
      archive: archiveOf(
        { ...config, DICOMWEB_URL: orthanc.url, DICOMWEB_USER: orthanc.user, DICOMWEB_PASSWORD: orthanc.password },
        database,
        files,
      ),
    }),
  })
  const store = ({ token }: TestUser, files: Buffer[]) =>
    app.inject({
      method: 'POST',
      url: `${dicomwebRoot}/studies`,
      headers: { authorization: `Bearer ${token}`, accept: 'application/dicom+json', 'content-type': stowType },
      payload: stowBody(files),
    })
  const series = ({ token }: TestUser, study: string) =>
    app.inject({ url: `${dicomwebRoot}/studies/${study}/series`, headers: { authorization: `Bearer ${token}` } })

  test('staff who know the UID of a study of another project neither add to it nor see it', async () => {
    const [nora, stranger] = [await given.staff('Nurse'), await given.staff('Nurse')]
    const study = aStudy('of-one-project')
    const slices = [...mrSeries(volume, study, plainSequence(1))].map(({ bytes }) => bytes)
    expect((await store(nora, slices)).statusCode).toBe(200)
    expect((await series(nora, study.studyUid)).statusCode).toBe(200)

    // Only the study's UIDs and its patient's number are needed for a file that the PACS puts into it.
    const [forged] = [...mrSeries(volume, study, { ...plainSequence(2), description: 'FORGED' })]
    const answer = await store(stranger, [forged?.bytes ?? Buffer.alloc(0)])
    expect((await series(stranger, study.studyUid)).statusCode).toBe(404)
    expect(answer.statusCode).toBe(409)
    expect(answer.body).toContain('This study cannot be stored in this project.')
    expect((await series(nora, study.studyUid)).json()).toHaveLength(1)
    expect(await owner('select project_id from studies where study_uid = $1', [study.studyUid])).toEqual([
      { project_id: nora.project },
    ])
    expect((await store(nora, [forged?.bytes ?? Buffer.alloc(0)])).statusCode).toBe(200)
  })
})
