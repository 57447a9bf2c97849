import { keysOf } from '@fornix/contract'
import { type ComponentType, type FunctionComponent, Suspense, useEffect, useState } from 'react'
import { useFirstInteraction } from '../../platform/base/first-interaction.ts'
import { type Closable, MissingNotice, OfflineNotice } from '../state/absence.tsx'
import { lazyPart } from '../state/lazy-part.tsx'

type ArrivingProps<P> = { Part: ComponentType<P>; props: P; closed: Partial<P> }

/** Closed at first, even if it was opened before it loaded: only a dialog that opens notes where the focus returns to. */
const Arriving = <P extends object>({ Part, props, closed }: ArrivingProps<P>) => {
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  return <Part {...props} {...(!isThere && closed)} />
}

const noticeWhile =
  <P extends object, M extends object>(isOpen: (props: P) => boolean, Notice: FunctionComponent<Closable & M>) =>
  (props: P & Pick<Closable, 'onClose'> & M) => <Notice {...props} opened={isOpen(props)} />

/**
 * A dialog that a page does not need until it is opened: its code loads at the first user input, so that it is
 * there by the time of a press. `closed` holds its props while it is closed.
 */
export const lazyDialog = <P extends object>(load: () => Promise<ComponentType<P>>, closed: Partial<P>) => {
  const isAlwaysOpen = keysOf(closed).length === 0
  const isOpen = (props: P) => keysOf(closed).some((name) => props[name] !== closed[name])
  const Part = lazyPart(load, {
    Waiting: noticeWhile(isOpen, OfflineNotice),
    Missing: noticeWhile((props: P) => isAlwaysOpen || isOpen(props), MissingNotice),
  })
  return (props: P) => {
    const isNear = useFirstInteraction()
    return <Suspense>{(isNear || isOpen(props)) && <Arriving Part={Part} props={props} closed={closed} />}</Suspense>
  }
}
