import pTimeout from 'p-timeout'
import { cachedFor } from '../../../platform/base/cached-for.ts'
import type { Log } from '../../../platform/base/log.ts'
import type { ImagingArchive } from './archive.ts'
import { pacsTrouble } from './pacs.ts'

const cachedMs = 15_000
const timeoutMs = 2500

type Needs = { archive: Pick<ImagingArchive, 'ready'>; log: Log }

/** Whether the archive responds, checked at most every 15 seconds however often it is asked for. A change is logged with its reason. */
export const archiveState = ({ archive, log }: Needs) => {
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
  return cachedFor(cachedMs, probe)
}
