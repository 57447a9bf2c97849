import { useEffect, useRef } from 'react'
import { messages } from '../../platform/base/messages.ts'
import { StoppedWaiting, untilOnline } from '../../platform/calls/waiting.ts'

/** Ends when the form is left: what still waits then is not sent. */
const useSignal = () => {
  const controller = useRef(new AbortController())
  useEffect(() => {
    if (controller.current.signal.aborted) controller.current = new AbortController()
    return () => controller.current.abort()
  }, [])
  return controller
}

/** Before a form is sent: waits for the network, and rejects with StoppedWaiting where `read` says something else by then. */
export const useOnlineWait = () => {
  const controller = useSignal()
  return async (read: () => unknown) => {
    const pressed = JSON.stringify(read())
    await untilOnline(controller.current.signal)
    // Half a sentence, or another address than the one that was meant, is not sent because the network came back.
    if (JSON.stringify(read()) !== pressed) throw new StoppedWaiting(messages.offline.changed)
  }
}
