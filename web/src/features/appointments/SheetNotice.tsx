import { type ReactNode, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
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

/** What was just done. The button that did it may be gone: the visit takes the focus, and where it is not shown this does. */
export const SheetNotice = ({ done }: { done: Done | undefined }) => {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!done) return
    const visit = done.visit && document.querySelector<HTMLElement>(`[data-visit="${done.visit}"]`)
    ;(visit || notice.current)?.focus()
  }, [done])
  if (!done) return null
  return (
    <SuccessAlert ref={notice} tabIndex={-1} title={done.title} className={`${classes.status} no-print`}>
      {done.text}
    </SuccessAlert>
  )
}
