import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { imagingApp } from '../../../../test/imaging-world.ts'
import { hasOrthanc, startOrthanc } from '../../../../test/orthanc.ts'
import { dicomwebArchive } from './dicomweb-archive.ts'
import { pacsChanges } from './pacs-changes.ts'
import { pacsPoller } from './poll-pacs.ts'

describe.runIf(hasOrthanc)('polling a real Orthanc', async () => {
  if (!hasOrthanc) return
  const orthanc = await startOrthanc()
  afterAll(() => orthanc.stop())
  const world = await imagingApp({
    environment: { DEFAULT_PROJECT: 'home' },
    platform: ({ files }) => ({ archive: dicomwebArchive(orthanc, files) }),
  })
  const { platform, given, owner, imaging } = world
  const project = await given.project({ slug: 'home' })
  const ana = await given.patient(project, { mrn_number: 'MRN-7', dob: '1990-02-14' })
  const anas = { id: 'MRN-7', birthDate: '19900214' }
  const poller = (change: object = {}, address = orthanc.url, needs = platform) =>
    pacsPoller(needs, { ...pacsChanges({ ...orthanc, url: address }), ...change }, orthanc.url)
  const arrives = (patient: object, key?: string) => imaging.stored({ project }, { isListed: false, patient, key })
  const rowOf = async ({ study }: { study: string }) =>
    (
      await owner<{ patient_id: string | null; project_id: string; series_uid: string; state: string; reason: string }>(
        `select s.patient_id, s.project_id, s.series_uid, m.state, m.reason from studies s
           join study_matching m on m.study_id = s.study_id where study_uid = $1`,
        [study],
      )
    )[0]
  const state = async () =>
    (
      await owner<{ cursor: string; failures: number; waits: boolean }>(
        'select cursor, failures, next_at > now() as waits from pacs_polls',
      )
    )[0]
  const rest = (path: string, method: string, body?: object) =>
    fetch(orthanc.rest + path, { method, headers: orthanc.headers, ...(body && { body: JSON.stringify(body) }) })
  const orthancId = async (study: string) => {
    const answer = await rest('/tools/find', 'POST', { Level: 'Study', Query: { StudyInstanceUID: study } })
    return ((await answer.json()) as string[])[0]
  }
  /** When the interval is over. */
  const poll = async (...of: Parameters<typeof poller>) => {
    await owner("update pacs_polls set next_at = '-infinity'")
    await poller(...of).poll()
  }
  const nightly = async () => {
    await owner("update pacs_polls set full_pass_at = '-infinity'")
    await poll()
  }
  beforeEach(() => owner("update pacs_polls set next_at = '-infinity', leased_until = '-infinity', failures = 0"))

  test('a study that the PACS received is in its patient’s list, and one of nobody waits', async () => {
    const [mine, nobodys] = [await arrives(anas), await arrives({ id: 'X-1' })]
    await poll()
    expect(await rowOf(mine)).toMatchObject({ patient_id: ana.id, project_id: project, state: 'matched' })
    expect(await rowOf(nobodys)).toMatchObject({ patient_id: null, state: 'open', reason: 'nobody' })
    const before = await state()
    expect(before?.cursor).toMatch(/^orthanc \d+ \d+$/)
    const later = await arrives(anas)
    await poll()
    expect(await rowOf(later)).toMatchObject({ patient_id: ana.id })
    expect(Number((await state())?.cursor.split(' ')[1])).toBeGreaterThan(Number(before?.cursor.split(' ')[1]))
  })

  test('an id alone matches nobody: without a birth date the name must agree', async () => {
    const names = { 'Rivera^Ana^M': ana.id, 'Somebody^Else': null, '': null }
    for (const [name, patient_id] of Object.entries(names)) {
      const aim = await arrives({ id: 'MRN-7', birthDate: '', name })
      await poll()
      expect([name, (await rowOf(aim))?.patient_id]).toEqual([name, patient_id])
    }
  })

  test('a study is of the project whose issuer it names', async () => {
    const lakeview = await given.project({ slug: 'lakeview', patient_id_issuers: ['Lakeview'] })
    const aim = await arrives({ id: 'L-1', issuer: 'Lakeview' })
    await poll()
    expect(await rowOf(aim)).toMatchObject({ project_id: lakeview })
  })

  test('a study that names no issuer is the installation’s, whatever the settings of another project call an issuer', async () => {
    await given.project({ slug: 'dash', patient_id_issuers: ['-'] })
    const [none, blank] = [await arrives({ id: 'N-1', issuer: '' }), await arrives({ id: 'N-2', issuer: ' ' })]
    await poll({}, orthanc.url, { ...platform, config: { ...platform.config, PACS_SHARED: true } })
    for (const aim of [none, blank]) expect(await rowOf(aim)).toBeUndefined()
    await nightly()
    for (const aim of [none, blank]) expect(await rowOf(aim)).toMatchObject({ project_id: project })
  })

  test('a study of a project that has moved away is not offered to another', async () => {
    const moved = await given.project({ slug: 'moved', patient_id_issuers: ['Moved'] })
    await owner('insert into project_moves (project_id, move_id, back_at) values ($1, gen_random_uuid(), now())', [
      moved,
    ])
    const aim = await arrives({ id: 'M-1', issuer: 'Moved' })
    await poll()
    expect(await rowOf(aim)).toBeUndefined()
  })

  test('a study whose issuer two projects have goes to the installation’s project, or nowhere where others share the PACS', async () => {
    for (const slug of ['one', 'two']) await given.project({ slug, patient_id_issuers: ['Twice'] })
    const shared = { ...platform, config: { ...platform.config, PACS_SHARED: true } }
    const aim = await arrives({ id: 'T-1', issuer: 'Twice' })
    await poll({}, orthanc.url, shared)
    expect(await rowOf(aim)).toBeUndefined()
    await nightly()
    expect(await rowOf(aim)).toMatchObject({ project_id: project, state: 'open' })
  })

  test('of a PACS that others share only studies of an own issuer are listed', async () => {
    const [own, others, nobodys] = [
      await arrives({ id: 'S-1', issuer: 'Lakeview' }),
      await arrives({ id: 'S-2', issuer: 'Elsewhere' }),
      await arrives({ ...anas, issuer: '' }),
    ]
    await poll({}, orthanc.url, { ...platform, config: { ...platform.config, PACS_SHARED: true } })
    expect(await rowOf(own)).toMatchObject({ state: 'open' })
    for (const aim of [others, nobodys]) expect(await rowOf(aim)).toBeUndefined()
  })

  test('a PACS without a list of changes is asked for the studies of the last days', async () => {
    const today = new Date().toISOString().slice(0, 10).replaceAll('-', '')
    const recent = await imaging.stored({ project }, { isListed: false, patient: anas, date: today })
    const old = await imaging.stored({ project }, { isListed: false, patient: anas, date: '20200101' })
    // Another path of the same server: as if it were not an Orthanc.
    await poll({}, `${orthanc.url}/.`)
    expect((await state())?.cursor).toBe('')
    expect(await rowOf(old)).toBeUndefined()
    expect(await rowOf(recent)).toMatchObject({ patient_id: ana.id })
    await nightly()
    expect(await rowOf(old)).toMatchObject({ patient_id: ana.id })
  })

  test('a PatientID that the PACS changes hides the study from its patient', async () => {
    const aim = await arrives(anas, 'corrected')
    await poll()
    await rest(`/studies/${await orthancId(aim.study)}`, 'DELETE')
    expect(await arrives({ ...anas, id: 'MRN-8' }, 'corrected')).toEqual(aim)
    await poll()
    expect(await rowOf(aim)).toMatchObject({ patient_id: null, state: 'open', reason: 'changed' })
  })

  test('a study that the PACS has deleted has no images any more, and has them again when it returns', async () => {
    const aim = await arrives(anas, 'deleted')
    await poll()
    expect((await rowOf(aim))?.series_uid).not.toBe('')
    await rest(`/studies/${await orthancId(aim.study)}`, 'DELETE')
    await nightly()
    expect((await rowOf(aim))?.series_uid).toBe('')
    await arrives(anas, 'deleted')
    await poll()
    expect(await rowOf(aim)).toMatchObject({ series_uid: aim.series, patient_id: ana.id })
  })

  test('a study that was deleted is gone from the list at the next poll, also one of a patient whose number has blanks', async () => {
    const all = [await arrives(anas, 'gone'), await arrives({ ...anas, id: ' MRN-7 ' }, 'gone with blanks')]
    await poll()
    for (const aim of all) {
      expect((await rowOf(aim))?.series_uid).not.toBe('')
      await rest(`/studies/${await orthancId(aim.study)}`, 'DELETE')
    }
    await poll()
    for (const aim of all) expect((await rowOf(aim))?.series_uid).toBe('')
  })

  test('of two studies that were merged one is left at the next poll', async () => {
    const [into, merged] = [await arrives(anas, 'into'), await arrives(anas, 'merged')]
    await poll()
    const [target, source] = [await orthancId(into.study), await orthancId(merged.study)]
    await rest(`/studies/${target}/merge`, 'POST', { Resources: [source], KeepSource: false, Synchronous: true })
    await poll()
    expect((await rowOf(merged))?.series_uid).toBe('')
    expect((await rowOf(into))?.series_uid).not.toBe('')
  })

  test('several nodes at once take turns, and nothing comes twice', async () => {
    const aim = await arrives(anas)
    let [reading, most] = [0, 0]
    const { since } = pacsChanges(orthanc)
    const counting = async (cursor: string) => {
      most = Math.max(most, ++reading)
      return since(cursor).finally(() => reading--)
    }
    await Promise.all(Array.from({ length: 6 }, () => poller({ since: counting }).poll()))
    expect(most).toBe(1)
    expect(await rowOf(aim)).toMatchObject({ patient_id: ana.id })
    const told = await owner(
      'select 1 from notifications n join studies s on n.item_id = s.study_id::text where study_uid = $1',
      [aim.study],
    )
    expect(told).toHaveLength(1)
  })

  test('of several nodes one asks in each interval', async () => {
    let asked = 0
    const { since } = pacsChanges(orthanc)
    const counting = (cursor: string) => {
      asked++
      return since(cursor)
    }
    await poller({ since: counting }).poll()
    const once = asked
    await poller({ since: counting }).poll()
    expect(once).toBeGreaterThan(0)
    expect(asked).toBe(once)
  })

  test('a PACS that is away is left alone for a while, loses nothing, and is read again afterwards', async () => {
    const before = await state()
    const aim = await arrives(anas)
    const away = () => Promise.reject(Object.assign(new Error('away'), { status: 503 }))
    await poller({ since: away }).poll()
    expect(await state()).toMatchObject({ failures: 1, waits: true, cursor: before?.cursor })
    await poller().poll()
    expect(await rowOf(aim)).toBeUndefined()
    await poll()
    expect(await rowOf(aim)).toMatchObject({ patient_id: ana.id })
    expect(await state()).toMatchObject({ failures: 0 })
  })
})
