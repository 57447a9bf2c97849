import { useEffect, useRef } from 'react'

/** Runs work exactly once per page, although React may mount a component twice. The work itself answers for its failures. */
export const useOnce = (work: () => Promise<void>): void => {
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void work()
  })
}
