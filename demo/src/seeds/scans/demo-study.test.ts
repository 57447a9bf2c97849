import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { demoStudy } from './demo-study.ts'
import type { Instance, Study } from './mr-series.ts'

const study: Study = {
  studyUid: '2.25.1',
  date: '20260910',
  time: '101530',
  accession: 'A0001',
  description: 'Portable brain MRI (demo)',
  physician: 'Demo^Physician',
  institution: 'Lumen Neuro',
  patient: { id: 'MRN-1', issuer: 'northside', name: 'Rivera^Ana', birthDate: '19900214', sex: 'F' },
}
const instancesOf = async () => {
  const all: Instance[] = []
  for await (const instance of demoStudy(study)) all.push(instance)
  return all
}
const hashOf = (all: Instance[]) =>
  all.reduce((hash, { bytes }) => hash.update(bytes), createHash('sha256')).digest('hex')

const run = promisify(execFile)
const validator = await run('which', ['dciodvfy']).then(
  () => true,
  () => false,
)

test('a demo study has three series of 36 slices, with different UIDs, and is the same at every run', async () => {
  const all = await instancesOf()
  expect(new Set(all.map(({ seriesUid }) => seriesUid)).size).toBe(3)
  expect(new Set(all.map(({ sopUid }) => sopUid)).size).toBe(108)
  expect(hashOf(await instancesOf())).toBe(hashOf(all))
})

// Debian's dicom3tools; where it cannot be had the test counts as skipped.
test.runIf(validator)('its files are valid DICOM', async () => {
  const folder = await mkdtemp(`${tmpdir()}/fornix-dicom-`)
  const all = await instancesOf()
  for (const instance of [all[0], all[36], all[107]]) {
    const file = `${folder}/one.dcm`
    await writeFile(file, instance?.bytes ?? '')
    const { stderr } = await run('dciodvfy', [file])
    expect(stderr.split('\n').filter((line) => line.startsWith('Error'))).toEqual([])
  }
  await rm(folder, { recursive: true, force: true })
})
