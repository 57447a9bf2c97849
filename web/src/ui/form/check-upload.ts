import { fileExtensions, type Upload } from '@fornix/contract'
import { translated } from '../../platform/language/t.ts'

const pictures = 'image/*,.heic,.heif'

/** What the file chooser of a phone or computer offers: any photo if pictures are accepted, as it is converted to JPEG. */
export const acceptOf = ({ types }: Pick<Upload, 'types'>) =>
  [...types.flatMap((type) => fileExtensions[type]), ...(types.includes('jpeg') ? [pictures] : [])].join(',')

const problemOf = (file: Pick<File, 'name' | 'size'> | undefined, upload: Upload) => {
  if (!file) return upload.missing
  const name = file.name.toLowerCase()
  if (!upload.types.some((type) => fileExtensions[type].some((end) => name.endsWith(end)))) return upload.wrongType
  return file.size > upload.maxBytes ? upload.tooLarge : undefined
}
/** What is wrong with a chosen file, reported before a byte is sent; the server checks the content again. */
export const checkUpload = (file: Pick<File, 'name' | 'size'> | undefined, upload: Upload): string | undefined =>
  translated(problemOf(file, upload) ?? '') || undefined
