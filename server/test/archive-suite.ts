import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import type { ImagingArchive, Incoming } from '../src/clinic/imaging/archive/archive.ts'
import type { Scope } from '../src/platform/database/scope.ts'
import { aStudy, instancesOf, largeInstance, partsOf } from './dicom.ts'
import { altered } from './stow.ts'

const options: Incoming = { maxBytes: 10_000_000 }

/** What every archive must do, whoever keeps the files. `folder` is where the portal's own encrypted files lie. */
export const archiveTests = ({ archive, scope, folder }: { archive: ImagingArchive; scope: Scope; folder: string }) => {
  const store = (bytes: Buffer, limit = options) => archive.store(scope, Readable.from([bytes]), limit)
  const study = aStudy('suite')
  const chain = { study: study.studyUid, series: '', instance: '' }
  let all: Awaited<ReturnType<typeof instancesOf>>
  const first = () => all[0]!
  const otherSeries = () => ({ ...chain, series: all[40]!.seriesUid })
  const storedFiles = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length

  beforeAll(async () => {
    all = await instancesOf(study)
    Object.assign(chain, { series: first().seriesUid, instance: first().sopUid })
    for (const { bytes } of all) await store(bytes)
  })

  test('a study comes back series by series, byte for byte', async () => {
    const series = await archive.seriesOf(scope, study.studyUid)
    const kinds = series.map((tags) => [tags['0008103E']?.Value?.[0], Number(tags['00201209']?.Value?.[0])])
    expect(kinds).toHaveLength(3)
    expect(kinds).toContainEqual(['AX T1', 36])
    const { study: uid, series: seriesUid } = chain
    expect(await archive.instancesOf(scope, { study: uid, series: seriesUid })).toHaveLength(36)
    const parts = await partsOf((await archive.files(scope, { study: uid, series: seriesUid }))!)
    const sent = all.filter((instance) => instance.seriesUid === seriesUid).map(({ bytes }) => bytes)
    expect(parts).toHaveLength(36)
    for (const bytes of sent) expect(parts.some((part) => part.bytes.equals(bytes))).toBe(true)
  })

  test('the list of a series says of each image where it lies and in which form it is', async () => {
    const [one] = await archive.instancesOf(scope, { study: chain.study, series: chain.series })
    expect(one?.['00200037']?.Value?.map(Number)).toEqual([1, 0, 0, 0, 1, 0])
    expect(one?.['00200032']?.Value).toHaveLength(3)
    expect(one?.['00280004']?.Value).toEqual(['MONOCHROME2'])
    expect(one?.['00280030']?.Value).toHaveLength(2)
  })

  test('the tags come without pixels and name no other address, a frame as its bytes, a picture as a PNG', async () => {
    const [tags] = (await archive.metadata(scope, chain, '/api/dicomweb')) ?? []
    expect(JSON.stringify(tags)).not.toMatch(/http:|127\.0\.0\.1/)
    expect(tags?.['7FE00010']?.InlineBinary).toBeUndefined()
    expect(tags?.['00100010']?.Value).toEqual([{ Alphabetic: 'Łukasz^Ana' }])
    const [frame] = await partsOf((await archive.frames(scope, chain, [1]))!)
    expect(frame?.bytes.length).toBe(113 * 135 * 2)
    expect(first().bytes.includes(frame!.bytes)).toBe(true)
    const { headers, body } = (await archive.rendered(scope, chain, {}))!
    expect(headers['content-type']).toBe('image/png')
    expect((Buffer.isBuffer(body) ? body : await buffer(body)).toString('latin1', 1, 4)).toBe('PNG')
  })

  test('what is not in the whole chain does not exist', async () => {
    for (const wrong of [otherSeries(), { ...chain, study: '1.2.3' }, { ...chain, instance: '1.2.3' }]) {
      expect(await archive.metadata(scope, wrong, '')).toBeNull()
      expect(await archive.files(scope, wrong)).toBeNull()
      expect(await archive.frames(scope, wrong, [1])).toBeNull()
      expect(await archive.rendered(scope, wrong, {})).toBeNull()
    }
    expect(await archive.frames(scope, chain, [2])).toBeNull()
    expect(await archive.seriesOf(scope, '1.2.3')).toEqual([])
  })

  test('a NUL in text is taken in, not listed, and stays in the file', async () => {
    const [plain] = await instancesOf(aStudy('suite NUL', { patient: { ...study.patient, name: 'Rivera^Anabel' } }), 1)
    const padded = altered(plain!, 'Rivera^Anabel', 'Rivera^Ana\0\0\0')
    const { isNew, sopClass: _, ...place } = await store(padded)
    expect(isNew).toBe(true)
    expect(await store(padded)).toMatchObject({ isNew: false })
    const [tags] = (await archive.metadata(scope, place, '')) ?? []
    expect(tags?.['00100010']?.Value).toEqual([{ Alphabetic: 'Rivera^Ana' }])
    const [file] = await partsOf((await archive.files(scope, place))!)
    expect(file?.bytes.equals(padded)).toBe(true)
  })

  test('the same instance again is no second one', async () => {
    const before = await storedFiles()
    expect(await store(first().bytes)).toMatchObject({ ...chain, isNew: false })
    expect(await storedFiles()).toBe(before)
    expect(await archive.instancesOf(scope, { study: chain.study, series: chain.series })).toHaveLength(36)
  })

  test('other bytes, another patient, a cut file and a large one are refused, and nothing is left of them', async () => {
    const before = await storedFiles()
    const changed = Buffer.from(first().bytes)
    changed[changed.length - 1] = 1
    await expect(store(changed)).rejects.toMatchObject({ reason: 'other_bytes' })
    const [stolen] = await instancesOf(aStudy('suite', { patient: { ...study.patient, id: 'MRN-2' } }), 1)
    await expect(store(stolen!.bytes)).rejects.toMatchObject({ reason: 'other_patient' })
    const someone = await instancesOf(aStudy('suite', { patient: { ...study.patient, birthDate: '19860417' } }), 1)
    await expect(store(someone[0]!.bytes)).rejects.toMatchObject({ reason: 'other_birth_date' })
    await expect(store(first().bytes.subarray(0, 5000))).rejects.toMatchObject({ reason: 'truncated' })
    await expect(store(first().bytes, { maxBytes: 1000 })).rejects.toMatchObject({ reason: 'too_large' })
    expect(await storedFiles()).toBe(before)
  })

  test('each of several frames comes by its number', async () => {
    const many = aStudy('suite frames')
    const { head, pixelBytes } = await largeInstance(many, 3)
    const pixels = Buffer.alloc(pixelBytes)
    for (let frame = 0; frame < 3; frame++) pixels.fill(frame + 1, frame * (pixelBytes / 3))
    const { study, series, instance } = await store(Buffer.concat([head, pixels]))
    const [third] = await partsOf((await archive.frames(scope, { study, series, instance }, [3]))!)
    expect(third?.bytes.equals(Buffer.alloc(pixelBytes / 3, 3))).toBe(true)
    expect(await archive.frames(scope, { study, series, instance }, [4])).toBeNull()
  })

  test('what was sent to another study is refused, and what is no DICOM, and nothing is left of them', async () => {
    const before = await storedFiles()
    await expect(store(first().bytes, { ...options, study: '1.2.3' })).rejects.toMatchObject({
      reason: 'other_study',
      instance: { study: chain.study, instance: chain.instance },
    })
    await expect(store(Buffer.from('a picture of a cat'.repeat(100)))).rejects.toMatchObject({ reason: 'not_dicom' })
    expect(await storedFiles()).toBe(before)
  })
}
