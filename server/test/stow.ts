import type { Instance } from '@fornix/demo/seeds/scans/mr-series.ts'

const boundary = 'the-edge-of-a-part'
export const stowType = `multipart/related; type="application/dicom"; boundary=${boundary}`

/** The body of a store request. */
export const stowBody = (files: Buffer[], { end = `--${boundary}--\r\n`, type = 'application/dicom' } = {}) =>
  Buffer.concat([
    ...files.flatMap((bytes) => [
      Buffer.from(`--${boundary}\r\nContent-Type: ${type}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(end),
  ])

/** A file in which some text stands in the place of other text of the same length. */
export const altered = ({ bytes }: Pick<Instance, 'bytes'>, from: string | Buffer, to: string | Buffer) => {
  const copy = Buffer.from(bytes)
  const at = copy.indexOf(from)
  if (at < 0 || from.length !== to.length) throw new Error('There is nothing to alter')
  Buffer.from(to).copy(copy, at)
  return copy
}
