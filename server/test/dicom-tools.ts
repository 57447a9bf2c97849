import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode } from 'fast-png'

/** Debian's dcmtk and gdcm, which draw and compress DICOM; `npm test` installs them where it can. */
export const hasDcmtk = existsSync('/usr/bin/dcm2pnm')
/** David Clunie's dicom3tools, which hold a file against the standard. */
export const hasDicom3tools = existsSync('/usr/bin/dciodvfy')
export const hasGdcm = existsSync('/usr/bin/gdcmconv')

export const inFolder = <Result>(bytes: Buffer, use: (input: string, output: string) => Result): Result => {
  const folder = mkdtempSync(join(tmpdir(), 'fornix-dicom-'))
  try {
    const [input, output] = [join(folder, 'in.dcm'), join(folder, 'out')]
    writeFileSync(input, bytes)
    return use(input, output)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The file as a program writes it anew, e.g. compressed. */
export const transcoded = (bytes: Buffer, program: string, ...options: string[]) =>
  inFolder(bytes, (input, output) => {
    execFileSync(program, [...options, input, output], { stdio: ['ignore', 'ignore', 'pipe'] })
    return readFileSync(output)
  })

/** The file in lossless HTJ2K, which no program of Debian writes. */
export const inHighThroughput = async (bytes: Buffer) => {
  const codecs = createRequire(import.meta.url)('dcmjs-codecs') as typeof import('dcmjs-codecs')
  if (!codecs.NativeCodecs.isInitialized()) await codecs.NativeCodecs.initializeAsync()
  const transcoder = new codecs.Transcoder(Uint8Array.from(bytes).buffer)
  transcoder.transcode('1.2.840.10008.1.2.4.201')
  return Buffer.from(transcoder.getDicomPart10())
}

/** The pixels of a PNG. */
export const readPng = (png: Buffer) => decode(png)

/** Gray or red, green and blue of a PNM file. */
const pnmOf = (file: Buffer) => {
  const [head, kind, width, height] =
    /^P([56])\n(?:#.*\n)*(\d+) (\d+)\n255\n/.exec(file.toString('latin1', 0, 200)) ?? []
  if (!head) throw new Error('This is no PNM file')
  return {
    channels: kind === '5' ? 1 : 3,
    width: Number(width),
    height: Number(height),
    data: file.subarray(head.length),
  }
}

/** The picture that dcmtk draws of a file. */
export const drawnByDcmtk = (bytes: Buffer, ...options: string[]) =>
  inFolder(bytes, (input, output) => {
    const jpegs = bytes.includes('1.2.840.10008.1.2.4.8') ? '/usr/bin/dcml2pnm' : '/usr/bin/dcmj2pnm'
    execFileSync(jpegs, ['+op', ...options, input, output], { stdio: ['ignore', 'ignore', 'pipe'] })
    return pnmOf(readFileSync(output))
  })

/** The page that dcmtk makes of a structured report. */
export const shownByDcmtk = (bytes: Buffer) =>
  inFolder(bytes, (input) =>
    execFileSync('/usr/bin/dsr2html', ['+Ra', '+U8', '-Dh', '-Ec', '-Er', '-Ev', input], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  )

/** The content tree of a structured report as dcmtk reads it, with codes, coordinates and what they refer to. */
export const treeByDcmtk = (bytes: Buffer) =>
  inFolder(bytes, (input) =>
    execFileSync('/usr/bin/dsrdump', ['+U8', '-Ph', '+Pc', '+Pu', '+Pl', '+Psu', '+Pt', input], { encoding: 'utf8' }),
  )

/** What dicom3tools holds against a file: errors alone. */
export const faultsOf = (bytes: Buffer) =>
  inFolder(bytes, (input) => {
    const { stderr } = spawnSync('/usr/bin/dciodvfy', ['-new', input], { encoding: 'utf8' })
    return stderr.split('\n').filter((line) => line.startsWith('Error'))
  })
