import { type FunctionComponent, useEffect, useEffectEvent } from 'react'
import { endNotice, offerNotice, subscribeToDismissal } from '../../platform/base/notice.ts'
import { NotOpened } from './NotOpened.tsx'
import { OfflinePart } from './OfflinePart.tsx'

/** What replaces a missing part of the program, with the same props. */
export type Absence<P extends object = object> = {
  /** Until the server responds. */
  Waiting: FunctionComponent<P>
  /**
   * If the server responds but the part does not load: there is a new version, or the browser remembers the failure and does not
   * retry. Without it the failure is thrown.
   */
  Missing?: FunctionComponent<P & { error: unknown }>
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
/** Offers to reload while a missing part is wanted. Dismissing it closes what was to open: the next press offers again. */
export const MissingNotice = ({ opened = true, onClose }: Closable) => {
  const close = useEffectEvent(() => onClose?.())
  useEffect(() => {
    if (!opened) return
    missing++
    offerNotice('missingPart')
    const unsubscribe = subscribeToDismissal((which) => which === 'missingPart' && close())
    return () => {
      unsubscribe()
      missing--
      if (missing === 0) endNotice('missingPart')
    }
  }, [opened])
  return null
}

const Nothing = () => null
/** For parts that are not missed until wanted, such as a menu. */
export const unseen: Absence = {
  Waiting: Nothing,
  Missing: ({ opened, onClose }: Closable & { error: unknown }) => <MissingNotice opened={opened} onClose={onClose} />,
}

/** For parts whose content is also available elsewhere, such as a tooltip. */
export const silent: Absence = { Waiting: Nothing, Missing: Nothing }

/** For invisible parts that every page of records needs, such as the logout after 20 minutes. */
export const required: Absence = { ...unseen, isRequired: true }
