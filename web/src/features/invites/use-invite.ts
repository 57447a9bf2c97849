import { checkInvite, type Reply } from '@fornix/contract'
import { ApiFailure, useCall } from '../../platform/calls/api.ts'

export type Invite = Reply<typeof checkInvite>

export const inviteProblem = (error: unknown) =>
  error instanceof ApiFailure && error.body?.code.startsWith('invite_')
    ? { sentence: error.message, used: error.body.code === 'invite_used' }
    : undefined
export type InviteProblem = NonNullable<ReturnType<typeof inviteProblem>>

/** What the invitation of this page is worth. Asked once: it is used up on the way, and the page goes on. */
export const useInvite = (token: string) => {
  const query = useCall(checkInvite, { body: { invite_token: token } }, { staleTime: Number.POSITIVE_INFINITY })
  return {
    invite: query.data,
    problem: query.isError ? inviteProblem(query.error) : undefined,
    failed: query.isError && !query.isFetching,
    retry: () => void query.refetch(),
  }
}
