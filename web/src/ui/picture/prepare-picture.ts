import PictureWorker from './picture-worker.ts?worker'
import { type Converted, toJpeg, type Wanted } from './to-jpeg.ts'

/** A picture as it will be sent. */
export type Prepared = Omit<Converted, 'blob'> & { file: File }

const pictureNames = /\.(jpe?g|png|heic|heif|webp|avif|gif|bmp)$/i

/** Whether to try; a drawing (SVG) is not a photo. */
export const isPicture = ({ type, name }: File) =>
  (type.startsWith('image/') && type !== 'image/svg+xml') || pictureNames.test(name)

const inWorker = (file: Blob, wanted: Wanted) =>
  new Promise<Converted | null>((resolve, reject) => {
    const worker = new PictureWorker()
    const settle = (end: () => void) => {
      worker.terminate()
      end()
    }
    worker.onmessage = ({ data }: MessageEvent<Converted | null>) => settle(() => resolve(data))
    worker.onerror = () => settle(() => reject(new Error('no worker')))
    worker.postMessage({ file, wanted })
  })

const inPage = (file: Blob, wanted: Wanted) => toJpeg(file, wanted).catch(() => null)

const convert = (file: Blob, wanted: Wanted) =>
  typeof OffscreenCanvas === 'undefined'
    ? inPage(file, wanted)
    : inWorker(file, wanted).catch(() => inPage(file, wanted))

// Several at once would fill a phone's memory.
let last: Promise<unknown> = Promise.resolve()

/** Prepares a photo for sending; undefined if it is not a readable picture. */
export const preparePicture = async (file: File, wanted: Wanted): Promise<Prepared | undefined> => {
  const mine = last.then(() => convert(file, wanted))
  last = mine
  const converted = await mine
  if (!converted) return undefined
  const { blob, ...facts } = converted
  const name = file.name.replace(/(\.\w+)?$/, '.jpg')
  // Chosen again after a lost response, it is known by its date to be the same upload.
  const { lastModified } = file
  return { ...facts, file: blob ? new File([blob], name, { type: 'image/jpeg', lastModified }) : file }
}
