import { renderInstance } from '@fornix/contract'
import { openStream } from '../../platform/calls/api.ts'
import type { Image, Windowing } from './images.ts'
import { plainNumber } from './windowing.ts'

export const asDataUrl = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })

export const windowText = (windowing: Windowing | undefined) =>
  windowing && `${plainNumber(windowing.center)},${plainNumber(windowing.width)}`

type Wanted = {
  study: string
  series: string
  image: Image
  window: string | undefined
  viewport?: string
  /** Whether to leave out what the file overlays on its pixels. */
  isBare?: boolean
}
/** A picture drawn by the server, at its own size or scaled to a box in pixels. */
export const drawnPicture = async ({ image, window, viewport, isBare, ...chain }: Wanted, signal: AbortSignal) => {
  const { instance, frame } = image
  const query = { frame, window, viewport, overlays: isBare ? ('off' as const) : undefined }
  const response = await openStream(renderInstance, signal, { params: { ...chain, instance }, query })
  return asDataUrl(await response.blob())
}
