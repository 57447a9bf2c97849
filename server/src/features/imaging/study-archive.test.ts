import { downloadStudy, openStudy } from '@fornix/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { addresses } from '../../../test/bypass-attempts.ts'
import type { TestUser } from '../../../test/given.ts'
import { type Aim, imagingApp } from '../../../test/imaging-world.ts'
import { hasOrthanc, startOrthanc } from '../../../test/orthanc.ts'
import { dicomwebArchive } from '../../clinic/imaging/archive/dicomweb-archive.ts'
import { reconcile } from '../../clinic/imaging/archive/reconcile.ts'
import { projectId, staffScope } from '../../platform/database/scope.ts'

describe.runIf(hasOrthanc)('a PACS that puts another person under the UID of an open study', async () => {
  if (!hasOrthanc) return
  const orthanc = await startOrthanc()
  afterAll(() => orthanc.stop())
  const { app, given, send, owner, platform, database, imaging } = await imagingApp({
    platform: ({ files }) => ({ archive: dicomwebArchive(orthanc, files) }),
  })
  const project = await given.project()
  const adam = await given.staff('Admin', project)
  const scope = staffScope(projectId(project))
  const rest = (path: string, method: string, body?: object) =>
    fetch(orthanc.rest + path, { method, headers: orthanc.headers, ...(body && { body: JSON.stringify(body) }) })
  const remove = async ({ study }: Aim) => {
    const answer = await rest('/tools/find', 'POST', { Level: 'Study', Query: { StudyInstanceUID: study } })
    for (const id of (await answer.json()) as string[]) await rest(`/studies/${id}`, 'DELETE')
  }
  const sent = (key: string, id: string) =>
    imaging.stored({ project }, { isListed: false, key, patient: { id, issuer: '', birthDate: '19900214' } })
  const openTo = async (key: string) => {
    const mrn = `MRN ${key}`
    const ana = await given.patient(project, { mrn_number: mrn, dob: '1990-02-14' })
    const aim = await sent(key, mrn)
    await reconcile(database, platform.archive, scope, aim.study)
    await imaging.opened(ana, adam, aim.study)
    return { ana, aim }
  }
  const ask = async (user: TestUser, url: string) =>
    (await app.inject({ url, headers: { authorization: `Bearer ${user.token}` } })).statusCode
  const [[, list], ...ofStudy] = Object.entries(addresses) as [
    [string, (aim: Aim) => string],
    ...[string, (aim: Aim) => string][],
  ]
  const reasonOf = async ({ study }: Aim) =>
    (
      await owner<{ patient_id: string | null; reason: string; series_uid: string }>(
        `select s.patient_id, s.series_uid, m.reason from studies s join study_matching m using (project_id, study_id)
          where study_uid = $1`,
        [study],
      )
    )[0]

  test.each(ofStudy)('%s: not a byte, though no poll has looked', async (name, path) => {
    const { ana, aim } = await openTo(name)
    // Anything the archive caches about the study is cached now.
    expect(await ask(ana, path(aim))).toBe(200)
    expect(await ask(adam, path(aim))).toBe(200)
    await remove(aim)
    expect(await sent(name, 'MRN-OF-ANOTHER')).toEqual(aim)
    expect(await ask(ana, path(aim))).toBe(404)
    expect(await reasonOf(aim)).toMatchObject({ patient_id: null, reason: 'changed' })
    expect(await ask(ana, list(aim))).toBe(200)
  })

  test('a download and a search of all are no way around', async () => {
    const { ana, aim } = await openTo('around')
    const load = () => send(ana, downloadStudy, { params: { study: aim.study } })
    expect((await load()).status).toBe(200)
    await remove(aim)
    await sent('around', 'MRN-OF-ANOTHER')
    const found = await app.inject({
      url: `/api/dicomweb/instances?StudyInstanceUID=${aim.study}`,
      headers: { authorization: `Bearer ${ana.token}` },
    })
    expect(found.body).not.toContain(aim.instance)
    expect((await load()).status).toBe(404)
  })

  test('staff see it again once the portal has looked, and whoever it is given to', async () => {
    const { ana, aim } = await openTo('staff')
    await remove(aim)
    await sent('staff', 'MRN-OF-ANOTHER')
    const path = addresses['a file']!(aim)
    expect(await ask(adam, path)).toBe(404)
    expect(await ask(adam, path)).toBe(200)
    expect(await ask(ana, path)).toBe(404)
  })

  test('a study that was deleted is left in no list that opens', async () => {
    const { ana, aim } = await openTo('deleted')
    expect((await send(ana, openStudy, { params: { study: aim.study }, body: {} })).status).toBe(200)
    await remove(aim)
    expect(await ask(ana, addresses['its series']!(aim))).toBe(404)
  })
})
