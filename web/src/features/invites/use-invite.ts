import { checkInvite, type ResponseOf } from '@fornix/contract'
import { useState } from 'react'
import { ApiFailure, useCall } from '../../platform/calls/api.ts'

export type Invite = ResponseOf<typeof checkInvite>

export const inviteProblem = (error: unknown) =>
  error instanceof ApiFailure && error.body?.code.startsWith('invite_')
    ? { sentence: error.message, used: error.body.code === 'invite_used' }
    : undefined
export type InviteProblem = NonNullable<ReturnType<typeof inviteProblem>>

/** The state of this page's invitation. Fetched once: a new session clears all responses, and by then the invitation is used up. */
export const useInvite = (token: string) => {
  const [kept, setKept] = useState<{ token: string; invite: Invite }>()
  const invite = kept?.token === token ? kept.invite : undefined
  const query = useCall(
    checkInvite,
    { body: { invite_token: token } },
    { staleTime: Number.POSITIVE_INFINITY, enabled: !invite },
  )
  if (!invite && query.data) setKept({ token, invite: query.data })
  return {
    invite: invite ?? query.data,
    problem: query.isError ? inviteProblem(query.error) : undefined,
    failed: query.isError && !query.isFetching,
    retry: () => void query.refetch(),
  }
}
