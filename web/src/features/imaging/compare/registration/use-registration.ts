import { useEffect, useRef, useState } from 'react'
import type { AlignReply, Moved } from './registration-worker.ts'
import RegistrationWorker from './registration-worker.ts?worker'
import type { Extent } from './resample.ts'

type Registered = { pair: string; nifti: ArrayBuffer; moved: Moved; extent: Extent }
type State =
  | { is: 'idle' }
  | { is: 'running'; progress: number }
  | { is: 'failed'; pair: string }
  | ({ is: 'done' } & Registered)
const idle: State = { is: 'idle' }

/** Aligns the second volume of a pair with the first, in a worker; the result is for this pair only. */
export const useRegistration = (pair: string) => {
  const [state, setState] = useState<State>(idle)
  const worker = useRef<Worker>(undefined)
  const stop = () => {
    worker.current?.terminate()
    worker.current = undefined
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another pair ends what was begun for the one before
  useEffect(() => {
    setState(idle)
    return stop
  }, [pair])

  const start = (fixed: ArrayBuffer, moving: ArrayBuffer) => {
    stop()
    const own = new RegistrationWorker()
    worker.current = own
    setState({ is: 'running', progress: 0 })
    const end = (state: State) => {
      own.terminate()
      setState(state)
    }
    own.onmessage = ({ data }: MessageEvent<AlignReply>) => {
      if ('progress' in data) setState({ is: 'running', progress: data.progress })
      else if ('failed' in data) end({ is: 'failed', pair })
      else end({ is: 'done', pair, ...data })
    }
    own.onerror = () => end({ is: 'failed', pair })
    own.postMessage({ fixed, moving })
  }
  return {
    progress: state.is === 'running' ? state.progress : undefined,
    hasFailed: state.is === 'failed' && state.pair === pair,
    done: state.is === 'done' && state.pair === pair ? state : undefined,
    start,
    /** Cancels a running alignment, and discards the result. */
    undo: () => {
      stop()
      setState(idle)
    },
  }
}
export type Registration = ReturnType<typeof useRegistration>
