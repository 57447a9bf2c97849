import { type Call, heartbeatMs } from '@fornix/contract'
import { useEffect, useRef } from 'react'
import { useSession } from '../session/session.tsx'
import { sessionOwner } from '../session/session-store.ts'
import { openStream } from './api.ts'

const silenceMs = 3 * heartbeatMs
const firstDelayMs = 1000
const maxDelayMs = 60_000
const restMs = 3000

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Reads one stream to its end; a silent stream is dropped, because a dead connection does not report itself. */
const read = async (call: Call, signal: AbortSignal, on: { open: () => void; change: () => void }) => {
  const silence = new AbortController()
  const either = AbortSignal.any([signal, silence.signal])
  let timer: ReturnType<typeof setTimeout> | undefined
  const resetSilence = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), silenceMs)
  }
  resetSilence()
  try {
    const { body } = await openStream(call, either)
    on.open()
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    either.addEventListener('abort', () => void reader?.cancel())
    let text = ''
    for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
      resetSilence()
      const events = (text + piece.value).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) if (/^event: change$/m.test(event)) on.change()
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Keeps a stream open, with growing pauses while it fails. Anything missed meanwhile may be a change. */
const keepReading = async (call: Call, signal: AbortSignal, onChange: () => void) => {
  let failures = 0
  let first = true
  const open = () => {
    failures = 0
    if (!first) onChange()
    first = false
  }
  while (!signal.aborted) {
    await read(call, signal, { open, change: onChange }).catch(() => undefined)
    // Spreads the browsers out after a server restart.
    const delay = Math.min(firstDelayMs * 2 ** failures++, maxDelayMs) * (0.5 + Math.random())
    await pause(delay, signal)
  }
}

/**
 * Reports the first of a burst of changes immediately and the rest together; a hidden page is notified when it becomes visible.
 * Otherwise a decision about hundreds of records would make every window send so many requests that the session hits its limit.
 */
const throttled = (onChange: () => void, signal: AbortSignal) => {
  let isDue = false
  let isResting = false
  const callIfDue = () => {
    if (!isDue || isResting || document.hidden || signal.aborted) return
    isDue = false
    isResting = true
    onChange()
    setTimeout(() => {
      isResting = false
      callIfDue()
    }, restMs)
  }
  document.addEventListener('visibilitychange', callIfDue, { signal })
  return () => {
    isDue = true
    callIfDue()
  }
}

/**
 * Calls `onChange` when the stream reports a change. Of all tabs of one session, one listens and notifies the others:
 * a browser has six connections per server, and a stream in each tab would use them up.
 */
export const useLive = (call: Call, onChange: () => void) => {
  useSession()
  const owner = sessionOwner()
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    if (owner === '') return
    const name = `fornix-live ${call.path} ${owner}`
    const others = new BroadcastChannel(name)
    const leaving = new AbortController()
    const change = throttled(() => latest.current(), leaving.signal)
    others.onmessage = change
    const listen = () =>
      keepReading(call, leaving.signal, () => {
        change()
        others.postMessage('change')
      })
    // Without a secure context there are no locks; then each tab listens on its own.
    if ('locks' in navigator) navigator.locks.request(name, { signal: leaving.signal }, listen).catch(() => undefined)
    else void listen()
    return () => {
      leaving.abort()
      others.close()
    }
  }, [call, owner])
}
