import { sha256 } from './cades.ts'

/** Placeholder in a PDF's signature dictionary until the rest of the file is known. */
export const unknownOffset = '**********'
const emptyRange = new RegExp(`/ByteRange \\[ ?0(?: /${unknownOffset.replaceAll('*', '\\*')}){3} ?\\]`)

type Hole = { from: number; to: number }

/** Where the hex digits of the last signature dictionary go, including `<` and `>`. */
const holeIn = (text: string): Hole => {
  const marked = text.lastIndexOf('/Contents <')
  const from = marked + '/Contents '.length
  const to = text.indexOf('>', from) + 1
  if (marked < 0 || to <= from) throw new Error('The PDF has no place for a signature')
  return { from, to }
}

/** Writes the signature into a PDF that has a space for it after `from`; `sign` gets the digest of everything else. */
export const fillSignature = async (pdf: Buffer, from: number, sign: (digest: Buffer) => Promise<Buffer>) => {
  const text = pdf.toString('latin1', from)
  const hole = holeIn(text)
  const range = emptyRange.exec(text)
  if (!range) throw new Error('The PDF has no place for the range of a signature')
  const [start, end] = [from + hole.from, from + hole.to]
  const filled = `/ByteRange [0 ${start} ${end} ${pdf.length - end}]`.padEnd(range[0].length, ' ')
  if (filled.length > range[0].length) throw new Error('The PDF is too long to be signed')
  const signed = Buffer.from(pdf)
  signed.write(filled, from + range.index, 'latin1')

  const hex = (await sign(sha256(signed.subarray(0, start), signed.subarray(end)))).toString('hex')
  if (hex.length > end - start - 2) throw new Error('The signature is longer than its place')
  signed.write(hex, start + 1, 'latin1')
  return signed
}

export type FoundSignature = { covered: Buffer; signature: Buffer; end: number }

/** DER states its own length; the rest is padding. */
const derOf = (padded: Buffer) => {
  const first = padded[1] ?? 0
  const lengthBytes = first & 0x80 ? first & 0x7f : 0
  const length = lengthBytes ? padded.readUIntBE(2, lengthBytes) : first
  return padded.subarray(0, 2 + lengthBytes + length)
}

/** The signatures added after `from`, in order, each with the bytes that it covers. */
export const signaturesIn = (pdf: Buffer, from: number): FoundSignature[] =>
  [...pdf.toString('latin1', from).matchAll(/\/ByteRange \[0 (\d{1,9}) (\d{1,9}) (\d{1,9})\]/g)].flatMap(
    ([, first, second, length]) => {
      const [start, after, rest] = [Number(first), Number(second), Number(length)]
      const end = after + rest
      if (!(from < start && start + 2 < after && end <= pdf.length)) return []
      const padded = Buffer.from(pdf.toString('latin1', start + 1, after - 1), 'hex')
      const covered = Buffer.concat([pdf.subarray(0, start), pdf.subarray(after, end)])
      return [{ covered, signature: derOf(padded), end }]
    },
  )
