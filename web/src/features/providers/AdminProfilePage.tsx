import { getMyOperatorProfile, listOperators, updateAdminProfile } from '@fornix/contract'
import { useCall, useSend } from '../../platform/calls/api.ts'
import { keepOwnNames } from './own-names.ts'
import { ProfilePage } from './ProfilePage.tsx'

/** /adminProfile */
export const AdminProfilePage = () => {
  const query = useCall(getMyOperatorProfile, {})
  const update = useSend(updateAdminProfile, { refreshes: [getMyOperatorProfile, listOperators] })
  return (
    <ProfilePage own query={query} save={async (body) => keepOwnNames((await update.mutateAsync({ body })).operator)} />
  )
}
