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
  /** Whether what the file lays over its pixels is left out. */
  isBare?: boolean
}
/** A picture as the server draws it, as large as it is or in a box of so many pixels. */
export const drawnPicture = async ({ image, window, viewport, isBare, ...chain }: Wanted, signal: AbortSignal) => {
  const { instance, frame } = image
  const query = { frame, window, viewport, overlays: isBare ? ('off' as const) : undefined }
  const answer = await openStream(renderInstance, signal, { params: { ...chain, instance }, query })
  return asDataUrl(await answer.blob())
}
