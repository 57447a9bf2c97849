import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { logoTypes, maxLogoBytes } from '@fornix/contract'
import { tooLarge, unsupported } from '../../platform/errors.ts'
import { inspector } from '../../platform/files/type-check.ts'
import { UnsupportedType } from '../../platform/files/unsupported-type.ts'

/** The bytes of a logo, once they are known to be the picture that their name says. */
export const checkedLogo = async ({ file_name, data }: { file_name: string; data: string }) => {
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > maxLogoBytes) throw tooLarge('The logo exceeds 40 KB.')
  const inspect = inspector({ name: file_name, allowed: logoTypes })
  try {
    await finished(Readable.from([bytes]).pipe(inspect).resume())
    return { bytes, file_type: inspect.result().type }
  } catch (error) {
    throw error instanceof UnsupportedType
      ? unsupported('Invalid file type. Please upload a PNG, JPEG, or SVG file.')
      : error
  }
}
