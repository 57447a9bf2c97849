import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { maxDocumentBytes } from '@fornix/contract'
import { onlyPart } from '../../../clinic/imaging/archive/only-part.ts'
import { type DicomJson, numberOf, textOf } from '../../../clinic/imaging/dicom/dicom-json.ts'
import { chunksOf } from '../../../platform/base/chunks.ts'
import type { ArchiveResponse } from '../../../platform/calls/send-response.ts'
import { safePdfCheck } from '../../../platform/files/types/plain-pdf.ts'
import { UnsupportedType } from '../../../platform/files/types/unsupported-type.ts'
import { DocumentRefused } from './document-refused.ts'

const encapsulated = '00420011'
const encapsulatedPdf = '1.2.840.10008.5.1.4.1.1.104.1'

export const isPdf = (tags: DicomJson) =>
  textOf(tags, '00080016') === encapsulatedPdf || textOf(tags, '00420012')?.toLowerCase() === 'application/pdf'

/** Short values are in the tags. */
const bytesOf = async (tags: DicomJson, read: () => Promise<ArchiveResponse | null>): Promise<Readable> => {
  const inline = tags[encapsulated]?.InlineBinary
  if (inline !== undefined) return Readable.from([Buffer.from(inline, 'base64')])
  const response = tags[encapsulated]?.BulkDataURI === undefined ? null : await read()
  if (!response) throw new DocumentRefused('none')
  return onlyPart(response)
}

/** Checked like an upload: a stranger's PDF that can act, or a file that is not a PDF, goes to no browser. */
const checked = async (bytes: Buffer) => {
  const check = safePdfCheck()
  try {
    check.take(bytes)
    await check.end()
  } catch (error) {
    if (!(error instanceof UnsupportedType)) throw error
    throw new DocumentRefused(error.refusal.sentence ? 'active' : 'damaged', { cause: error })
  }
}

/** The PDF in an instance, without the byte that pads its length to even. */
export const pdfOf = async (
  tags: DicomJson,
  read: (tag: string) => Promise<ArchiveResponse | null>,
): Promise<ArchiveResponse> => {
  const stream = await bytesOf(tags, () => read(encapsulated))
  const limited = async function* () {
    let size = 0
    for await (const chunk of chunksOf(stream)) {
      size += chunk.length
      // Leaving the loop ends the reading.
      if (size > maxDocumentBytes) throw new DocumentRefused('too_large')
      yield chunk
    }
  }
  const whole = await buffer(Readable.from(limited()))
  const length = numberOf(tags, '00420015') ?? whole.length
  const bytes = whole.subarray(0, length > 0 ? length : whole.length)
  await checked(bytes)
  return {
    headers: {
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'content-disposition': 'attachment; filename="document.pdf"',
      'content-security-policy': "sandbox; default-src 'none'",
    },
    body: bytes,
    isInMemory: true,
  }
}
