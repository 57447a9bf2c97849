import { useEffect, useRef } from 'react'
import { SuccessAlert } from '../../ui/display/ErrorAlert.tsx'

/** What was just done; it takes the focus, because the pressed button may be gone. */
export const DoneNotice = ({ sentence }: { sentence: string }) => {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (sentence) alert.current?.focus()
  }, [sentence])
  return (
    <div role="status">
      {sentence && (
        <SuccessAlert ref={alert} tabIndex={-1}>
          {sentence}
        </SuccessAlert>
      )}
    </div>
  )
}
