import { type FunctionComponent, useEffect, useEffectEvent } from 'react'
import { endNotice, offerNotice, subscribeToDismissal } from '../../platform/base/notice.ts'
import { NotOpened } from './NotOpened.tsx'
import { OfflinePart } from './OfflinePart.tsx'

/** Why a part is missing, and how to try again: true once it is there. */
export type Missed = { error: unknown; retry: () => Promise<boolean> }

/** What replaces a missing part of the program, with the same props. */
export type Absence<P extends object = object> = {
  /** Until the server responds. */
  Waiting: FunctionComponent<P>
  /**
   * If the server responds but the part does not load: there is a new version, the connection was lost only for a moment, or the
   * browser remembers the failure, as older ones do. Without it the failure is thrown.
   */
  Missing?: FunctionComponent<P & Missed>
  /** After waiting for the part. Beside a form, a reload could lose what somebody typed or is sending. */
  reloads?: true
  /** A page that preloads it does not open without it; nothing replaces it. */
  isRequired?: true
}

/** For a part that is read or filled in: the message appears in its place. */
export const inPlace: Absence = { Waiting: OfflinePart, Missing: NotOpened }

/** Props of components that open and close. */
export type Closable = { opened?: boolean; onClose?: () => void }

let missing = 0
/** Offers to reload until the returned function is called. */
const offerReload = (onDismissal: () => void) => {
  missing++
  offerNotice('missingPart')
  const unsubscribe = subscribeToDismissal((which) => which === 'missingPart' && onDismissal())
  return () => {
    unsubscribe()
    missing--
    if (missing === 0) endNotice('missingPart')
  }
}

/**
 * Tries again whenever a missing part is wanted, and offers to reload if that fails. Dismissing it closes what was to open: the next press
 * tries again.
 */
export const MissingNotice = ({ opened = true, onClose, retry }: Closable & Pick<Missed, 'retry'>) => {
  const close = useEffectEvent(() => onClose?.())
  const tryAgain = useEffectEvent(retry)
  useEffect(() => {
    if (!opened) return
    let isWanted = true
    let end = () => {}
    void tryAgain().then((isThere) => {
      if (isWanted && !isThere) end = offerReload(close)
    })
    return () => {
      isWanted = false
      end()
    }
  }, [opened])
  return null
}

/** Says that what was pressed will open, until it does. Dismissing it closes what was to open. */
export const OfflineNotice = ({ opened = true, onClose }: Closable) => {
  const close = useEffectEvent(() => onClose?.())
  useEffect(() => {
    if (!opened) return
    offerNotice('waitingPart')
    const unsubscribe = subscribeToDismissal((which) => which === 'waitingPart' && close())
    return () => {
      unsubscribe()
      endNotice('waitingPart')
    }
  }, [opened])
  return null
}

const Nothing = () => null
/** For parts that are not missed until wanted, such as a menu. */
export const unseen: Absence = { Waiting: Nothing, Missing: MissingNotice }

/** For a dialog that is only rendered once somebody has pressed for it. */
export const pressed: Absence = { ...unseen, Waiting: OfflineNotice }

/** For parts whose content is also available elsewhere, such as a tooltip. */
export const silent: Absence = { Waiting: Nothing, Missing: Nothing }

/** For invisible parts that every page of records needs, such as the logout after 20 minutes. */
export const required: Absence = { ...unseen, isRequired: true }
