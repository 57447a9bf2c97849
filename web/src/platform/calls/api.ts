import type { Args, Call, ResponseOf } from '@fornix/contract'
import {
  hashKey,
  type MutateOptions,
  type UseQueryResult,
  useIsMutating,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { isProofCanceled, isRefused } from '../http/failure.ts'
import type { Parts } from '../http/http.ts'
import { currentSession, useSession } from '../session/session-store.ts'
import { isShared } from '../session/shared.ts'
import { refreshCalls } from './refresh-call.ts'
import { fetchFile, partsOf, send } from './send.ts'

export { ApiFailure } from '../http/failure.ts'
export { refreshCall, refreshCalls, refreshIfFailed, refreshIfLost, thenRefresh } from './refresh-call.ts'
export { download, fetchFile, openStream, send, sendFiles, sendStream } from './send.ts'

type CallOptions<C extends Call> = {
  enabled?: boolean
  /** Does not poll while the page is hidden. */
  refetchInterval?: number | ((query: { state: { data: ResponseOf<C> | undefined } }) => number | false)
  /** Shows the previous page of the same list until the next one arrives. */
  keepPrevious?: boolean
  staleTime?: number
  /** A response known without a request; it counts as fresh. */
  initial?: ResponseOf<C>
  project?: null
}

/**
 * The cache key of a call's response: another person or project never sees it. The first two parts identify a record, the rest its pages.
 */
const keyOf = (call: Call, args: Parts, project: string | null | undefined = currentSession()?.project) => {
  const person = call.allow === 'anyone' ? undefined : currentSession()?.user.email
  return [call.path, { project, person, of: args.params }, args] as const
}
const isSameRecord = (one: readonly unknown[], other: readonly unknown[] = []) =>
  hashKey(one.slice(0, 2)) === hashKey(other.slice(0, 2))

/** The calls of a page would otherwise all be sent in the task that draws it, which blocks input on a slow phone. */
const ownTask = () => new Promise<void>((go) => setTimeout(go))

/** The response of a reading call, cached for 30 seconds. */
export const useCall = <C extends Call>(
  call: C,
  args: Args<C>,
  { keepPrevious, project, initial, ...options }: CallOptions<C> = {},
): UseQueryResult<ResponseOf<C>, Error> => {
  if (import.meta.env.DEV && options.refetchInterval && call.userInitiated)
    throw new Error(`Polling ${call.path} would keep an abandoned session alive: userInitiated must be false`)
  useSession()
  const key = keyOf(call, partsOf(args), project)
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<ResponseOf<C>> => {
      await ownTask()
      return send(call, args, { signal, project })
    },
    ...(keepPrevious && {
      placeholderData: <T>(previous: T, query?: { queryKey: readonly unknown[] }) =>
        isSameRecord(key, query?.queryKey) ? previous : undefined,
    }),
    ...(initial !== undefined && { initialData: initial }),
    ...options,
    enabled: (options.enabled ?? true) && isShared(call.care),
  })
}

/** The bytes of a file that does not change, cached until the page is left. */
export const useFile = <C extends Call>(call: C, args: Args<C>, options: { enabled?: boolean } = {}) => {
  useSession()
  return useQuery({
    queryKey: keyOf(call, partsOf(args)),
    queryFn: ({ signal }) => fetchFile(call, args, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    ...options,
  })
}

type SendingOptions = { refreshes?: Call[]; inOrder?: boolean; sendKey?: () => Promise<string> }

/**
 * A changing call; afterwards the calls in `refreshes` are fetched again. `inOrder`: a later one waits for the one before. `sendKey` is
 * that of the form's draft.
 * `mutate` sends no duplicate while the first is on its way: a button is disabled only a moment after the press.
 */
export const useSend = <C extends Call>(call: C, { refreshes = [], inOrder = false, sendKey }: SendingOptions = {}) => {
  const pending = useRef<string>(undefined)
  const mutation = useMutation<ResponseOf<C>, Error, Args<C>>({
    mutationKey: [call.path],
    mutationFn: async (args) => send(call, args, { key: await sendKey?.() }),
    ...(inOrder && { scope: { id: call.path } }),
    onSuccess: () => refreshCalls(...refreshes),
    onError: (error) => {
      // Back to the state before: nothing failed.
      if (isProofCanceled(error)) mutation.reset()
      // It may have been carried out.
      if (!isRefused(error)) void refreshCalls(...refreshes)
    },
    onSettled: (_reply, _error, args) => {
      if (pending.current === hashKey([args])) pending.current = undefined
    },
  })
  const { mutate: start } = mutation
  const mutate = useCallback(
    (args: Args<C>, options?: MutateOptions<ResponseOf<C>, Error, Args<C>>) => {
      const content = hashKey([args])
      if (pending.current === content) return
      pending.current = content
      start(args, options)
    },
    [start],
  )
  return { ...mutation, mutate }
}

/** Whether a changing call is on its way, or waits for the one before. */
export const useIsSending = (call: Call) => useIsMutating({ mutationKey: [call.path] }) > 0
