import { execFileSync } from 'node:child_process'
import { hasDcmtk, inFolder } from '../dicom-tools.ts'

/** The values of some tags as dcmtk reads them; undefined where it cannot read the file. */
const dumped = (bytes: Buffer, ...tags: string[]) =>
  inFolder(bytes, (input) => {
    try {
      const options = ['-q', '+L', '-M', '+fo', ...tags.flatMap((tag) => ['+P', tag]), input]
      return execFileSync('/usr/bin/dcmdump', options, { encoding: 'latin1', stdio: ['ignore', 'pipe', 'ignore'] })
    } catch {
      return undefined
    }
  })

const uidTags = ['0020,000D', '0020,000E', '0008,0018']
const isWhole = (dump: string | undefined) => (dump?.match(/UI \[[0-9.]+\]/g) ?? []).length === uidTags.length

/** What dcmtk says against a refusal; undefined where it agrees, or has nothing to say. */
export const contradictedByDcmtk = (bytes: Buffer, reason: string): string | undefined => {
  if (!hasDcmtk) return undefined
  const says = (isContradicted: boolean) =>
    isContradicted ? `refused as ${reason}, which dcmtk does not see` : undefined
  if (reason === 'UIDS') return says(isWhole(dumped(bytes, ...uidTags)))
  if (reason === 'NO_PIXELS') return says(/PixelData/.test(dumped(bytes, '7fe0,0010', '7fe0,0008', '7fe0,0009') ?? ''))
  if (reason === 'NOT_DICOM' || reason === 'NO_HEADER') return says(bytes.toString('latin1', 128, 132) === 'DICM')
  return undefined
}
