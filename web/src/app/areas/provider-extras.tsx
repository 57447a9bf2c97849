import { AddProvider } from '../../features/invites/AddProvider.tsx'
import type { ListExtras } from '../../features/providers/ProviderList.tsx'

/** What invitations add to the list of providers. */
export const providerExtras: ListExtras = { add: <AddProvider /> }
