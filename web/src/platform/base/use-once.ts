import { useEffect, useRef } from 'react'

/** Runs work exactly once per page, even if React mounts a component twice. The work handles its own failures. */
export const useOnce = (work: () => Promise<void>): void => {
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void work()
  })
}
