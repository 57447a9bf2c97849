import { timed } from '../../../platform/base/signals.ts'
import type { ImagingArchive } from './archive.ts'

/** The same archive, also publishing its response times. */
export const timedArchive = (archive: ImagingArchive): ImagingArchive => ({
  store: (...args) => timed('archive', 'store', () => archive.store(...args)),
  seriesOf: (...args) => timed('archive', 'seriesOf', () => archive.seriesOf(...args)),
  instancesOf: (...args) => timed('archive', 'instancesOf', () => archive.instancesOf(...args)),
  metadata: (...args) => timed('archive', 'metadata', () => archive.metadata(...args)),
  files: (...args) => timed('archive', 'files', () => archive.files(...args)),
  frames: (...args) => timed('archive', 'frames', () => archive.frames(...args)),
  bulkData: (...args) => timed('archive', 'bulkData', () => archive.bulkData(...args)),
  rendered: (...args) => timed('archive', 'rendered', () => archive.rendered(...args)),
  identityOf: (...args) => timed('archive', 'identityOf', () => archive.identityOf(...args)),
  ready: () => timed('archive', 'ready', () => archive.ready()),
})
