import type { Upload } from '@fornix/contract'
import { loadOrOffer } from '../../platform/http/program.ts'
import { isPicture, type Prepared, preparePicture } from '../picture/prepare-picture.ts'

/** A photo: the original, the number of quarter turns to the right, and the result. */
export type Page = { id: string; source: File; turns: number; picture: Prepared }

/** The size of a PDF without its pictures. */
const frameBytes = 20_000

/** A file as a page, if it is a picture and pictures are accepted. */
export const pageOf = async (source: File, { types, maxBytes }: Upload, turns = 0): Promise<Page | undefined> => {
  if (!types.includes('jpeg') || !isPicture(source)) return undefined
  const picture = await preparePicture(source, { maxBytes, turns })
  return picture && { id: crypto.randomUUID(), source, turns, picture }
}

/** The pages, made smaller if they would not fit into one file together. */
const shrink = (pages: readonly Page[], maxBytes: number): Promise<Page[]> =>
  Promise.all(
    pages.map(async (page) => {
      const picture = await preparePicture(page.source, { maxBytes, turns: page.turns })
      return picture ? { ...page, picture } : page
    }),
  )

/** One file of photos: a picture, or a PDF of several. */
export const fileOfPages = async (pages: readonly Page[], maxBytes: number) => {
  const [first] = pages
  if (!first || pages.length === 1) return { pages, file: first?.picture.file }
  const room = maxBytes - frameBytes
  const bytes = pages.reduce((sum, { picture }) => sum + picture.file.size, 0)
  const fitting = bytes <= room ? pages : await shrink(pages, Math.floor(room / pages.length))
  const { picturesToPdf } = await loadOrOffer(() => import('../picture/pictures-to-pdf.ts'))
  const name = first.source.name.replace(/(\.\w+)?$/, '.pdf')
  return {
    pages: fitting,
    file: await picturesToPdf(
      fitting.map(({ picture }) => picture),
      name,
    ),
  }
}
