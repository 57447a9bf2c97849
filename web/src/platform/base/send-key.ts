import { useRef } from 'react'

/** The UUID that follows from all parts: the same ones always give the same (version 8 of RFC 9562). */
export const keyFrom = async (...parts: unknown[]) => {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(parts)))
  const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

/** Resending after a lost response uses the same key; changed content gets a new one. */
export const useSendKey = () => {
  const attempt = useRef({ content: '', key: '' })
  return (...parts: unknown[]) => {
    const content = JSON.stringify(parts)
    if (attempt.current.content !== content) attempt.current = { content, key: crypto.randomUUID() }
    return attempt.current.key
  }
}
