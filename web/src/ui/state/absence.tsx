import { type FunctionComponent, useEffect } from 'react'
import { endNotice, offerNotice } from '../../platform/base/notice.ts'
import { NotOpened } from './NotOpened.tsx'
import { OfflinePart } from './OfflinePart.tsx'

/** What is drawn in place of a part of the program that is not there, with the same props. */
export type Absence<P extends object = object> = {
  /** Until the server answers. */
  Waiting: FunctionComponent<P>
  /**
   * When the part did not come from a server that answers: there is a new version, or the browser remembers the failure and does not ask
   * again. Without it the failure is thrown.
   */
  Missing?: FunctionComponent<P & { error: unknown }>
  /** When it was waited for. Where a form may stand beside it this could lose what somebody typed, or is sending. */
  reloads?: true
  /** A page that preloads it is not opened without it; nothing takes its place. */
  isRequired?: true
}

/** For a part that is read or filled in: says so where it would be. */
export const inPlace: Absence = { Waiting: OfflinePart, Missing: NotOpened }

let missing = 0
/** Offers to reload while somebody wants a part that is missing. */
export const MissingNotice = ({ isWanted = true }: { isWanted?: boolean }) => {
  useEffect(() => {
    if (!isWanted) return
    missing++
    offerNotice('missingPart')
    return () => {
      missing--
      if (missing === 0) endNotice('missingPart')
    }
  }, [isWanted])
  return null
}

const Nothing = () => null
/** For what nobody misses until they want it, such as a menu. */
export const unseen: Absence = { Waiting: Nothing, Missing: () => <MissingNotice /> }

/** For what is said elsewhere as well, such as a tooltip. */
export const silent: Absence = { Waiting: Nothing, Missing: Nothing }

/** For what nobody sees and every page of records needs, such as the logout after 20 minutes. */
export const required: Absence = { ...unseen, isRequired: true }
