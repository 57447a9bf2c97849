import { type FunctionComponent, useEffect } from 'react'
import { offerNotice } from '../../platform/base/notice.ts'
import { NotOpened } from './NotOpened.tsx'
import { OfflinePart } from './OfflinePart.tsx'

/** What is drawn in place of a part of the program that is not there, with the same props. */
export type Absence<P extends object = object> = {
  /** Until the server answers. */
  Waiting: FunctionComponent<P>
  /**
   * When the part did not come from a server that answers: there is a new version, or the browser remembers the failure and does not ask
   * again.
   */
  Missing: FunctionComponent<P & { error: unknown }>
  /** For a page, where nothing is typed yet. Anywhere else this could lose what somebody typed, or is sending. */
  reloads?: true
}

/** For a part that is read or filled in: says so where it would be. */
export const inPlace: Absence = { Waiting: OfflinePart, Missing: NotOpened }

/** For what nobody misses until they open it, such as a menu: a notice says so. */
export const unseen: Absence = {
  Waiting: () => null,
  Missing: () => {
    useEffect(() => void offerNotice('missingPart'), [])
    return null
  },
}
