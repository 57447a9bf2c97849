import { isLeftOut, isZip } from '@fornix/contract'
import type { Chosen } from './choice.ts'

/** The file's path in the folder that was chosen or dropped. */
const pathOf = (file: File & { path?: string; relativePath?: string }) =>
  (file.webkitRelativePath || file.relativePath || file.path || file.name).replace(/^\.?\//, '')

/** The files of folders and zips, without those that accompany images on every disc. */
export const choicesOf = async (files: readonly File[]): Promise<Chosen> => {
  const all: Chosen = { choices: [], leftOut: 0 }
  for (const file of files) {
    const name = pathOf(file)
    if (isLeftOut(name)) all.leftOut++
    else if (isZip(name)) {
      const { choicesOfZip } = await import('./zip.ts')
      const inside = await choicesOfZip(name, file)
      all.choices.push(...inside.choices)
      all.leftOut += inside.leftOut
    } else all.choices.push({ name, size: file.size, read: async () => file })
  }
  return all
}
