import type { Call } from '@fornix/contract'
import { useSyncExternalStore } from 'react'
import { ApiFailure } from '../http/failure.ts'
import type { Parts } from '../http/http.ts'
import { t } from '../language/t.ts'

/** A request that waits until the user confirms their identity. */
type Waiting = {
  id: string
  call: Call
  parts: Parts
  confirm: (proof: string) => void
  cancel: () => void
  fail: (why: unknown) => void
}

const waiting: Waiting[] = []
const listeners = new Set<() => void>()
const publish = () => {
  for (const listener of listeners) listener()
}

const canceled = () =>
  new ApiFailure(403, {
    error: t('Nothing was done, because you did not confirm that it’s you.'),
    code: 'proof_canceled',
    detail: '',
    request_id: '',
  })

/** The dialog loads after the page, which may be used before the dialog is ready. */
const dialogComesWithinMs = 10_000

/** Asks for proof in a dialog, one request at a time; a page without one shows the server's error. */
export const askForProof = (call: Call, parts: Parts, refusal: unknown) =>
  new Promise<string>((resolve, reject) => {
    const end = () => {
      waiting.splice(waiting.indexOf(request), 1)
      publish()
    }
    const fail = (why: unknown) => {
      end()
      reject(why)
    }
    const request: Waiting = {
      id: crypto.randomUUID(),
      call,
      parts,
      confirm: (proof) => {
        end()
        resolve(proof)
      },
      cancel: () => fail(canceled()),
      fail,
    }
    waiting.push(request)
    publish()
    if (listeners.size > 0) return
    setTimeout(() => listeners.size === 0 && waiting.includes(request) && fail(refusal), dialogComesWithinMs)
  })

/** Nobody is left who could confirm. */
export const stopWaitingForProof = () => {
  for (const { cancel } of [...waiting]) cancel()
}

export const useWaitingForProof = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting[0],
    () => undefined,
  )
