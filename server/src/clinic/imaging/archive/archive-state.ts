import pTimeout from 'p-timeout'
import type { Log } from '../../../platform/base/log.ts'
import type { ImagingArchive } from './archive.ts'
import { pacsTrouble } from './pacs.ts'

const keepMs = 15_000
const timeoutMs = 2500

type Needs = { archive: Pick<ImagingArchive, 'ready'>; log: Log; clock?: () => number }

/** Whether the archive responds, checked at most every 15 seconds however often it is asked for. A change is logged with its reason. */
export const archiveState = ({ archive, log, clock = Date.now }: Needs) => {
  let known: { at: number; answer: Promise<boolean> } | undefined
  let wasUp = true

  const probe = async () => {
    const up = await pTimeout(archive.ready(), { milliseconds: timeoutMs }).then(
      () => true,
      (err: unknown) => {
        if (wasUp) log.warn({ err, trouble: pacsTrouble(err) ?? 'no answer in time' }, 'the image archive is down')
        return false
      },
    )
    if (up && !wasUp) log.info('the image archive is back')
    wasUp = up
    return up
  }
  return async () => {
    if (!known || clock() - known.at >= keepMs) known = { at: clock(), answer: probe() }
    return known.answer
  }
}
