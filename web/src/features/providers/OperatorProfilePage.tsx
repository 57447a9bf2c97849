import { audienceOf, getMyOperatorProfile, getOperator, listOperators, updateOperatorProfile } from '@fornix/contract'
import { useLocation } from 'react-router'
import { useCall, useSend } from '../../platform/calls/api.ts'
import { useSession } from '../../platform/session/session.tsx'
import { keepOwnNames } from './own-names.ts'
import { ProfilePage } from './ProfilePage.tsx'

const emailIn = (state: unknown) =>
  state instanceof Object &&
  'operator' in state &&
  state.operator instanceof Object &&
  'email' in state.operator &&
  typeof state.operator.email === 'string'
    ? state.operator.email
    : null

const Own = () => {
  const query = useCall(getMyOperatorProfile, {})
  const update = useSend(updateOperatorProfile, { refreshes: [getMyOperatorProfile, listOperators] })
  return (
    <ProfilePage own query={query} save={async (body) => keepOwnNames((await update.mutateAsync({ body })).operator)} />
  )
}

const Other = ({ email }: { email: string }) => {
  const query = useCall(getOperator, { body: { email } })
  const update = useSend(updateOperatorProfile, { refreshes: [getOperator, listOperators] })
  return <ProfilePage own={false} query={query} save={(body) => update.mutateAsync({ body })} />
}

/** /operatorProfile: the user's own, or for an admin that of the provider in the navigation state. */
export const OperatorProfilePage = () => {
  const session = useSession()
  const email = emailIn(useLocation().state)
  const isAdmin = session !== null && audienceOf(session.role) === 'admin'
  return isAdmin && email !== null && email !== session.user.email ? <Other key={email} email={email} /> : <Own />
}
