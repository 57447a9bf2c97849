import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { logoTypes, maxLogoBytes } from '@fornix/contract'
import { tooLargeError, unsupportedTypeError } from '../../platform/base/errors.ts'
import { ReaderFailed, readInProcess } from '../../platform/base/reader-pool.ts'
import { refusedType } from '../../platform/files/refused-type.ts'
import { inspector } from '../../platform/files/types/type-check.ts'
import { UnsupportedType } from '../../platform/files/types/unsupported-type.ts'

const wrongType = 'Invalid file type. Please upload a PNG, JPEG, or SVG file.'
const redraw = readInProcess<{ bytes: Buffer; maxBytes: number }, Uint8Array | null>(
  new URL('./logo-reader.ts', import.meta.url),
)

/** Every visitor loads the logo, so only the pixels of its file are passed on. */
const drawnAnew = async (bytes: Buffer) => {
  const drawn = await redraw({ bytes, maxBytes: maxLogoBytes }).catch((error: Error) => {
    if (error instanceof ReaderFailed) return null
    throw error
  })
  if (!drawn) throw unsupportedTypeError('This picture cannot be read. Please save it again as a PNG and upload that.')
  return { bytes: Buffer.from(drawn), file_type: 'png' as const }
}

/** An SVG of harmless elements stays unchanged; a picture inside it would not be redrawn. */
const withoutPictures = (bytes: Buffer) => {
  if (/<(?:[\w.-]+:)?image[\s/>]/.test(bytes.toString()))
    throw unsupportedTypeError('This SVG has a picture inside. Please save the logo as a PNG and upload that.')
  return { bytes, file_type: 'svg' as const }
}

/** A logo's bytes, once they are known to be the kind of picture that the name says. */
export const checkedLogo = async ({ file_name, data }: { file_name: string; data: string }) => {
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > maxLogoBytes) throw tooLargeError('The logo exceeds 40 KB.')
  const inspect = inspector({ name: file_name, allowed: logoTypes })
  try {
    await finished(Readable.from([bytes]).pipe(inspect).resume())
  } catch (error) {
    throw error instanceof UnsupportedType ? refusedType(error, wrongType) : error
  }
  return inspect.result().type === 'svg' ? withoutPictures(bytes) : drawnAnew(bytes)
}
