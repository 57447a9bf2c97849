import { angleOf } from './affine.ts'
import { align } from './align.ts'
import { readVolume, writeVolume } from './nifti.ts'
import { type Extent, extentOf, resample } from './resample.ts'

type AlignRequest = { fixed: ArrayBuffer; moving: ArrayBuffer }
/**
 * How far the second was moved at the center of the first, towards the right, the front and the head, and by how many degrees it was
 * rotated.
 */
export type Moved = { mm: readonly [number, number, number]; degrees: number }
export type AlignReply = { progress: number } | { failed: true } | { nifti: ArrayBuffer; moved: Moved; extent: Extent }

const respond = (response: AlignReply, transfer: Transferable[] = []) => postMessage(response, { transfer })

const handle = ({ fixed, moving }: AlignRequest) => {
  const [one, two] = [readVolume(fixed), readVolume(moving)]
  const aligned = align(one, two, (progress) => respond({ progress }))
  if (!aligned) return respond({ failed: true })
  const { toMoving, motion } = aligned
  const nifti = writeVolume(one, two, resample(one, two, toMoving))
  // The correction is the opposite of the displacement that was found.
  const mm = [-motion[0], -motion[1], -motion[2]] as const
  const moved = { mm, degrees: (angleOf(toMoving) * 180) / Math.PI }
  respond({ nifti, moved, extent: extentOf(one, two, toMoving) }, [nifti])
}

addEventListener('message', ({ data }: MessageEvent<AlignRequest>) => {
  try {
    handle(data)
  } catch {
    respond({ failed: true })
  }
})
