import { useRef } from 'react'

/** What was sent again after a lost answer is one thing, and has one key; what was changed meanwhile is another. */
export const useSendKey = () => {
  const attempt = useRef({ content: '', key: '' })
  return (...parts: unknown[]) => {
    const content = JSON.stringify(parts)
    if (attempt.current.content !== content) attempt.current = { content, key: crypto.randomUUID() }
    return attempt.current.key
  }
}
