import { type ReactNode, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { messages } from '../../platform/base/messages.ts'
import { SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import classes from './day-sheet.module.css'

export type Done = {
  title: string
  text?: ReactNode
  /** The visit that it is about. */
  visit?: string
}

/** Names the link of a visit, which takes the focus when something was done about it. */
export const visitMark = (id: string) => ({ 'data-visit': id })

/** The visit that the address names has the focus once it is shown. */
export const useVisitOfAddress = (isShown: boolean) => {
  const visit = useSearchParams()[0].get('visit')
  useEffect(() => {
    const link = isShown && visit ? document.querySelector<HTMLElement>(`[data-visit="${CSS.escape(visit)}"]`) : null
    link?.focus()
    link?.scrollIntoView({ block: 'center' })
  }, [isShown, visit])
}

/**
 * What was just done, at the lower edge of the window wherever the sheet is scrolled to: it is the last of the sheet.
 * The button that did it may be gone: the visit takes the focus, and where it is not shown this does.
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
