import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { commandLine } from '../../../test/command-line.ts'
import { aStudy, instancesOf } from '../../../test/dicom.ts'
import { zipBytes } from '../../../test/zip-bytes.ts'
import { projectId, staffScope } from '../../platform/database/scope.ts'

const { run, folder, platform } = commandLine({ MAX_INSTANCE_MB: '1' })
let project = ''
beforeAll(async () => {
  await run('project', 'create', '--slug', 'hilltop', '--name', 'Hilltop', '--time-zone', 'Europe/Berlin')
  const [row] = await platform().database.systemQuery<{ project_id: string }>(
    "select project_id from projects where slug = 'hilltop'",
    [],
  )
  project = row?.project_id ?? ''
})
const aFolder = async (files: Record<string, Buffer>) => {
  const root = await mkdtemp(`${folder()}/scans-`)
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(dirname(`${root}/${name}`), { recursive: true })
    await writeFile(`${root}/${name}`, bytes)
  }
  return root
}
const importing = (root: string) => run('import-dicom', root, '--project', 'hilltop')

const stored = async (uid: string) => {
  const { archive } = platform()
  return (await archive.seriesOf(staffScope(projectId(project)), uid)).map((tags) =>
    Number(tags['00201209']?.Value?.[0]),
  )
}

test('files at any depth and in zips are stored, what is left out is not told, and a second run finds nothing new', async () => {
  const [one, two, three, four] = (await instancesOf(aStudy('import'), 4)).map(({ bytes }) => bytes) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ]
  const root = await aFolder({
    IM1: one,
    'disc/a/b/IM2.dcm': two,
    'more.zip': zipBytes([
      { name: 'x/IM3', content: three },
      { name: 'x/IM4', content: four },
      { name: 'x/', content: Buffer.alloc(0) },
      { name: '__MACOSX/x/._IM3' },
    ]),
    DICOMDIR: Buffer.from('an index'),
    '.DS_Store': Buffer.from('x'),
  })
  await symlink('/etc/passwd', `${root}/link`)
  const first = await importing(root)
  expect(first.text).toContain('4 files are new, 0 known before')
  expect(first.text).toContain('Hilltop has 1 of the studies')
  expect(first.code).toBe(0)
  expect(await stored(aStudy('import').studyUid)).toEqual([4])
  const again = await importing(root)
  expect(again.text).toContain('0 files are new, 4 known before')
  expect(again.code).toBe(0)
})

test('what is refused is told by its reason, the rest is stored, and the exit code says so', async () => {
  const [one, two] = (await instancesOf(aStudy('refused'), 2)).map(({ bytes }) => bytes) as [Buffer, Buffer]
  const root = await aFolder({
    IM1: one,
    cut: two.subarray(0, 9000),
    'note.txt': Buffer.from('no image'),
    large: Buffer.concat([two, Buffer.alloc(1_100_000)]),
  })
  const { code, text } = await importing(root)
  expect(code).toBe(1)
  expect(text).toContain('1 file is new')
  expect(text).toContain('1 refused: The file ends too early: a part of it is missing. (cut)')
  expect(text).toContain('1 refused: This is not a DICOM file. (note.txt)')
  expect(text).toContain('1 refused: It is larger than the archive accepts. (large)')
  expect(await stored(aStudy('refused').studyUid)).toEqual([1])
})

test.each<[string, Buffer | Parameters<typeof zipBytes>[0], string]>([
  ['a name that climbs', [{ name: '../../IM1' }], 'points outside its folder'],
  ['an absolute name', [{ name: '/etc/IM1' }], 'points outside its folder'],
  ['a link', [{ name: 'IM1', mode: 0xa1ff }], 'points outside its folder'],
  ['a locked entry', [{ name: 'IM1', flags: 1 }], 'protected with a password'],
  ['a bomb', [{ name: 'IM1', content: Buffer.alloc(120_000_000) }], 'more than 100 times its size'],
  ['a size that lies', [{ name: 'IM1', content: Buffer.alloc(500_000), declared: 200 }], 'could not be read'],
  ['a zip in it', [{ name: 'inner.zip' }], 'a zip file inside another zip file'],
  ['no file', [{ name: 'x/' }], 'zip file is empty'],
  ['half of itself', zipBytes([{ name: 'IM1' }]).subarray(0, 40), 'damaged'],
])('a zip with %s is refused', async (_what, zip, sentence) => {
  const root = await aFolder({ 'scans.zip': Buffer.isBuffer(zip) ? zip : zipBytes(zip) })
  const { code, text } = await importing(root)
  expect(code).toBe(1)
  expect(text).toContain(sentence)
  expect(text).toContain('0 files are new')
})

test('a folder or a project that does not exist is told', async () => {
  expect((await run('import-dicom', '/nowhere')).text).toBe('There is no folder "/nowhere".')
  expect((await run('import-dicom')).text).toContain('FOLDER is missing')
  expect((await run('import-dicom', folder(), '--project', 'moon')).text).toContain('There is no project "moon"')
})
