/** What is known of a zip entry before unpacking. */
export type ZipEntry = { name: string; size: number; packed: number; isEncrypted: boolean; isLink: boolean }

const mib = 1024 * 1024
export const maxZipEntries = 20_000
const maxUnpackedBytes = 64 * 1024 * mib
const freeBytes = 100 * mib
const maxRatio = 100

/** Why a zip, or a file in it or in a folder, is not sent; the sentence is for the person who chose it. */
export const zipProblems = {
  zip_damaged: 'The zip file is damaged and cannot be opened.',
  zip_empty: 'The zip file is empty.',
  zip_encrypted: 'The zip file is protected with a password. Please unpack it and choose the folder.',
  zip_names: 'A file name in the zip file points outside its folder, so it was not opened.',
  zip_entries: `There are more than ${maxZipEntries} files in the zip file. Please unpack it and choose the folder.`,
  zip_too_large: 'The zip file contains more than 64 GB. Please unpack it and choose the folder.',
  zip_bomb: 'The zip file unpacks to more than 100 times its size, so it was not opened.',
  zip_nested: 'This is a zip file inside another zip file. Please unpack the outer one first.',
} as const
export type ZipProblem = keyof typeof zipProblems

const pointsOut = (name: string) => /^[/\\]|^[a-z]:|\\|[\0-\x1f\x7f]/i.test(name) || name.split('/').includes('..')

/**
 * Checks a zip's list before anything is unpacked.
 * The total is measured by the size of the zip itself, so that entries sharing their bytes do not deceive; unpacking stops at an entry's
 * declared size.
 */
export const problemOfZip = (entries: readonly ZipEntry[], zipBytes: number): ZipProblem | null => {
  if (entries.length === 0) return 'zip_empty'
  if (entries.length > maxZipEntries) return 'zip_entries'
  if (entries.some(({ isEncrypted }) => isEncrypted)) return 'zip_encrypted'
  if (entries.some(({ name, isLink }) => isLink || pointsOut(name))) return 'zip_names'
  const unpacked = entries.reduce((sum, { size }) => sum + size, 0)
  if (unpacked > freeBytes && unpacked > maxRatio * zipBytes) return 'zip_bomb'
  return unpacked > maxUnpackedBytes ? 'zip_too_large' : null
}

export const isZip = (name: string) => /\.zip$/i.test(name)

/** Non-image files on every disc and in every folder: the disc's index, and what operating systems leave behind. */
export const isLeftOut = (path: string) =>
  /(^|\/)(DICOMDIR|Thumbs\.db|desktop\.ini|\.[^/]*|__MACOSX(\/.*)?)$|(^|\/)__MACOSX\//i.test(path)
