import { Readable } from 'node:stream'
import { dicomwebRoot } from '@fornix/contract'
import { mrSeries, plainSequence } from '@fornix/demo/seeds/scans/mr-series.ts'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { aStudy } from '../../../../test/dicom.ts'
import type { TestUser } from '../../../../test/harness.ts'
import { imagingApp } from '../../../../test/imaging-world.ts'
import { hasOrthanc, startOrthanc } from '../../../../test/orthanc.ts'
import { stowBody, stowType } from '../../../../test/stow.ts'
import { projectId, staffScope } from '../../../platform/database/scope.ts'
import { archiveOf } from '../../../start-platform.ts'
import type { ImagingArchive } from './archive.ts'
import { dicomwebArchive } from './dicomweb-archive.ts'
import { separateProjects } from './separate-projects.ts'

const volume = { nx: 4, ny: 4, nz: 2, dx: 1, dy: 1, dz: 1, data: new Uint8Array(32) }

describe.runIf(hasOrthanc)('with a PACS for several projects', async () => {
  if (!hasOrthanc) return
  const orthanc = await startOrthanc()
  afterAll(() => orthanc.stop())
  let isShared = false
  const { app, platform, given, owner } = await imagingApp({
    environment: { DEFAULT_PROJECT: 'home' },
    platform: ({ config, database, files }) => ({
      archive: archiveOf(
        {
          ...config,
          DICOMWEB_URL: orthanc.url,
          DICOMWEB_USER: orthanc.user,
          DICOMWEB_PASSWORD: orthanc.password,
          get PACS_SHARED() {
            return isShared
          },
        },
        database,
        files,
      ),
    }),
  })
  const [home, harbor] = [
    await given.staff('Nurse', await given.project({ slug: 'home' })),
    await given.staff('Nurse', await given.project({ slug: 'harbor', patient_id_issuers: ['Harbor'] })),
  ]
  /** A study, its files, and what a scanner has sent of it without the portal. */
  const scanned = async (key: string, issuer: string) => {
    const study = aStudy(key, { patient: { ...aStudy(key).patient, issuer } })
    const files = [...mrSeries(volume, study, plainSequence(1))].map(({ bytes }) => bytes)
    const scanner = dicomwebArchive(orthanc, platform.files)
    const scope = staffScope(projectId(home.project))
    for (const bytes of files) await scanner.store(scope, Readable.from([bytes]), { maxBytes: 1_000_000 })
    const [more] = [...mrSeries(volume, study, { ...plainSequence(2), description: 'MORE' })]
    return { uid: study.studyUid, more: more?.bytes ?? Buffer.alloc(0) }
  }
  afterEach(() => {
    isShared = false
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
  test.for([
    ['', 'home'],
    ['Harbor', 'harbor'],
    ['Elsewhere', 'home'],
  ] as const)(
    'a study of issuer “%s” that the PACS has, and no project yet, takes files from %s only',
    async ([issuer, owner]) => {
      const { uid, more } = await scanned(`not listed ${issuer}`, issuer)
      const [own, other] = owner === 'home' ? [home, harbor] : [harbor, home]
      const refused = await store(other, [more])
      expect(refused.statusCode).toBe(409)
      expect(refused.body).toContain('This study cannot be stored in this project.')
      expect((await series(other, uid)).statusCode).toBe(404)
      expect((await series(own, uid)).statusCode).toBe(404)
      expect((await store(own, [more])).statusCode).toBe(200)
      expect((await series(own, uid)).json()).toHaveLength(2)
      expect((await store(other, [more])).statusCode).toBe(409)
    },
  )

  test('of a PACS that others share, only what names an issuer of the project takes its files', async () => {
    isShared = true
    for (const issuer of ['', 'Elsewhere']) {
      const { more } = await scanned(`shared ${issuer}`, issuer)
      for (const staff of [home, harbor]) expect((await store(staff, [more])).statusCode).toBe(409)
    }
    const { more } = await scanned('shared Harbor', 'Harbor')
    expect((await store(harbor, [more])).statusCode).toBe(200)
  })

  test('a new study may come in several requests at once, whatever issuer it names', async () => {
    isShared = true
    for (const issuer of ['', 'Elsewhere']) {
      const study = aStudy(`new ${issuer}`, { patient: { ...aStudy('new').patient, issuer } })
      const all = [1, 2, 3].map((n) => [...mrSeries(volume, study, plainSequence(n))].map(({ bytes }) => bytes))
      const answers = await Promise.all(all.map((files) => store(harbor, files)))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
      expect((await series(harbor, study.studyUid)).json()).toHaveLength(3)
      // It has a project now, whatever a poll would say without one.
      isShared = false
      expect((await store(home, all[0] ?? [])).statusCode).toBe(409)
      isShared = true
    }
  })

  const failsToStore = async (name: string, identityOf = platform.archive.identityOf) => {
    const { studyUid } = aStudy(name)
    let isSent = false
    const store: ImagingArchive['store'] = async (_scope, _source, { check }) => {
      await check?.(studyUid)
      isSent = true
      throw new Error('away')
    }
    const away = separateProjects(
      { ...platform.archive, store, identityOf: (study) => (isSent ? identityOf : platform.archive.identityOf)(study) },
      platform,
    )
    const scope = staffScope(projectId(harbor.project))
    await expect(away.store(scope, Readable.from([]), { maxBytes: 1 })).rejects.toThrow('away')
    return owner('select project_id from studies where study_uid = $1', [studyUid])
  }

  test('a study of which nothing could be stored is nobody’s', async () => {
    expect(await failsToStore('never stored')).toEqual([])
  })

  test('a study whose PACS hangs stays with its sender, since its file may be there', async () => {
    const hangs = () => Promise.reject(new Error('hangs'))
    expect(await failsToStore('hanging', hangs)).toEqual([{ project_id: harbor.project }])
  })
})
