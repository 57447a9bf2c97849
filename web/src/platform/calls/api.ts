import type { Args, Call, Reply } from '@fornix/contract'
import { hashKey, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { isProofCanceled } from '../http/failure.ts'
import type { Parts } from '../http/http.ts'
import { currentSession, useSession } from '../session/session-store.ts'
import { isShared } from '../session/shared.ts'
import { refreshCall } from './refresh-call.ts'
import { fetchFile, partsOf, send } from './send.ts'

export { ApiFailure } from '../http/failure.ts'
export { refreshCall } from './refresh-call.ts'
export { download, fetchFile, openStream, send, sendFiles, sendStream } from './send.ts'

type CallOptions<C extends Call> = {
  enabled?: boolean
  /** Never while the page is hidden. */
  refetchInterval?: number | ((query: { state: { data: Reply<C> | undefined } }) => number | false)
  /** Shows the page before of the same list until the next one is there. */
  keepPrevious?: boolean
  staleTime?: number
  /** What is known without asking; it counts as fresh. */
  initial?: Reply<C>
  project?: null
}

/** The key of a call's answer: another person or project never sees it. Its first part is of one record, of which there are pages. */
const keyOf = (call: Call, args: Parts, project: string | null | undefined = currentSession()?.project) => {
  const person = call.allow === 'anyone' ? undefined : currentSession()?.user.email
  return [call.path, { project, person, of: args.params }, args] as const
}
const isSameRecord = (one: readonly unknown[], other: readonly unknown[] = []) =>
  hashKey(one.slice(0, 2)) === hashKey(other.slice(0, 2))

/** The answer of a reading call, kept for 30 seconds. */
export const useCall = <C extends Call>(
  call: C,
  args: Args<C>,
  { keepPrevious, project, initial, ...options }: CallOptions<C> = {},
): UseQueryResult<Reply<C>, Error> => {
  useSession()
  const key = keyOf(call, partsOf(args), project)
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }): Promise<Reply<C>> => send(call, args, { signal, project }),
    ...(keepPrevious && {
      placeholderData: <T>(previous: T, query?: { queryKey: readonly unknown[] }) =>
        isSameRecord(key, query?.queryKey) ? previous : undefined,
    }),
    ...(initial !== undefined && { initialData: initial }),
    ...options,
    enabled: (options.enabled ?? true) && isShared(call.care),
  })
}

/** The bytes of a file that stays as it is, kept until the page is left. */
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

/** A changing call; the answers of the calls in `refreshes` are fetched again after it. `inOrder`: a later one waits for the one before. */
export const useSend = <C extends Call>(
  call: C,
  { refreshes = [], inOrder = false }: { refreshes?: Call[]; inOrder?: boolean } = {},
) => {
  const mutation = useMutation<Reply<C>, Error, Args<C>>({
    mutationFn: (args) => send(call, args),
    ...(inOrder && { scope: { id: call.path } }),
    onSuccess: () => Promise.all(refreshes.map(refreshCall)),
    // As it was before: nothing failed.
    onError: (error) => void (isProofCanceled(error) && mutation.reset()),
  })
  return mutation
}
