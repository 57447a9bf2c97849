import { keysOf } from '@fornix/contract'
import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { useFirstSign } from '../../platform/base/first-sign.ts'
import { MissingNotice, unseen } from '../state/absence.tsx'
import { lazyPart } from '../state/lazy-part.tsx'

type ArrivingProps<P> = { Part: ComponentType<P>; props: P; closed: Partial<P> }

/** Closed at first, also where it was opened before it came: only a dialog that opens notes where the focus goes back to. */
const Arriving = <P extends object>({ Part, props, closed }: ArrivingProps<P>) => {
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  return <Part {...props} {...(!isThere && closed)} />
}

const noticeWhile =
  <P extends object>(isOpen: (props: P) => boolean) =>
  (props: P) => <MissingNotice isWanted={isOpen(props)} />

/**
 * A dialog that a page can do without until somebody opens it: its part of the program comes at the first sign of a person, so that it is
 * there by the time of a press. `closed` is what the dialog is told while it is closed.
 */
export const lazyDialog = <P extends object>(load: () => Promise<ComponentType<P>>, closed: Partial<P>) => {
  const isAlwaysOpen = keysOf(closed).length === 0
  const isOpen = (props: P) => keysOf(closed).some((name) => props[name] !== closed[name])
  const Part = lazyPart(load, { ...unseen, Missing: noticeWhile((props: P) => isAlwaysOpen || isOpen(props)) })
  return (props: P) => {
    const isNear = useFirstSign()
    return <Suspense>{(isNear || isOpen(props)) && <Arriving Part={Part} props={props} closed={closed} />}</Suspense>
  }
}
