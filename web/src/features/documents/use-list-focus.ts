import { useEffect, useRef, useState } from 'react'
import { nameId } from './document-parts.tsx'

/** The focus once the list shows a change: on the file that arrived, or else on the message about what happened. */
export const useListFocus = (isFetching: boolean) => {
  const words = useRef<HTMLParagraphElement>(null)
  const [target, setTarget] = useState<{ file?: string | undefined }>()
  useEffect(() => {
    if (!target || isFetching) return
    const row = target.file && document.getElementById(nameId(target.file))
    ;(row || words.current)?.focus()
    setTarget(undefined)
  }, [target, isFetching])
  return { words, moveFocus: (file?: string) => setTarget({ file }) }
}
