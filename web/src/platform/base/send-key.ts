import { useRef } from 'react'

/** Resending after a lost response uses the same key; changed content gets a new one. */
export const useSendKey = () => {
  const attempt = useRef({ content: '', key: '' })
  return (...parts: unknown[]) => {
    const content = JSON.stringify(parts)
    if (attempt.current.content !== content) attempt.current = { content, key: crypto.randomUUID() }
    return attempt.current.key
  }
}
