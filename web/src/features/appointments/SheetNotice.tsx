import { type ReactNode, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { messages } from '../../platform/base/messages.ts'
import { SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import classes from './day-sheet.module.css'

export type Done = {
  title: string
  text?: ReactNode
  /** The visit in question. */
  visit?: string
}

/** Marks the link of a visit, which takes the focus after an action on it. */
export const visitMark = (id: string) => ({ 'data-visit': id })

/** The visit in the address gets the focus once it is shown. */
export const useVisitOfAddress = (isShown: boolean) => {
  const visit = useSearchParams()[0].get('visit')
  useEffect(() => {
    const link = isShown && visit ? document.querySelector<HTMLElement>(`[data-visit="${CSS.escape(visit)}"]`) : null
    link?.focus()
    link?.scrollIntoView({ block: 'center' })
  }, [isShown, visit])
}

/**
 * What was just done, at the bottom edge of the window however the sheet is scrolled: it is the sheet's last element.
 * The button that did it may be gone: the visit takes the focus, or this notice if the visit is not shown.
 */
export const SheetNotice = ({ done, onClose }: { done: Done | undefined; onClose: () => void }) => {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!done) return
    const visit = done.visit && document.querySelector<HTMLElement>(`[data-visit="${done.visit}"]`)
    const place = visit || notice.current
    place?.focus()
    // Not at the edge, where the notice is.
    place?.scrollIntoView({ block: 'center' })
  }, [done])
  if (!done) return null
  return (
    <SuccessAlert
      ref={notice}
      tabIndex={-1}
      title={done.title}
      className={`${classes.notice} no-print`}
      withCloseButton
      closeButtonLabel={messages.shell.dismiss}
      onClose={onClose}
    >
      {done.text}
    </SuccessAlert>
  )
}
