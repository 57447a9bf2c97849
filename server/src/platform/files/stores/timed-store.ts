import { timed } from '../../base/signals.ts'
import type { FileStore } from './store.ts'

/** The same store, publishing its response times. */
export const timedStore = (store: FileStore): FileStore => ({
  put: (...args) => timed('files', 'put', () => store.put(...args)),
  get: (...args) => timed('files', 'get', () => store.get(...args)),
  delete: (...args) => timed('files', 'delete', () => store.delete(...args)),
  sweep: (...args) => timed('files', 'sweep', () => store.sweep(...args)),
  ready: () => timed('files', 'ready', () => store.ready()),
  left: () => store.left(),
  list: () => store.list(),
  close: () => store.close(),
})
