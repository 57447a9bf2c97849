import { AdminAreaPage } from '../../features/providers/AdminAreaPage.tsx'
import { providerExtras } from './provider-extras.tsx'

/** /adminPage and /admin of an admin, with what the other features put into the list of providers. */
export const Component = () => <AdminAreaPage {...providerExtras} />
