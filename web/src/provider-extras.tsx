import { AddProvider } from './features/invites/AddProvider.tsx'
import { ResendInvite } from './features/invites/ResendInvite.tsx'
import type { ListExtras } from './features/providers/ProviderList.tsx'

/** What invitations add to the list of providers. */
export const providerExtras: ListExtras = {
  add: <AddProvider />,
  more: ({ register_status, email, first_name, last_name }) =>
    register_status === 'Invited' && <ResendInvite email={email} name={`${first_name} ${last_name}`} />,
}
