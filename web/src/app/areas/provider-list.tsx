import { AddProvider } from '../../features/invites/AddProvider.tsx'
import { AdminAreaPage } from '../../features/providers/AdminAreaPage.tsx'
import { OperatorListPage } from '../../features/providers/OperatorListPage.tsx'

/** /adminPage and /admin for admins, with the button that invites a provider. */
export const AdminArea = () => <AdminAreaPage add={<AddProvider />} />

/** /operatorList with the same button. */
export const OperatorList = () => <OperatorListPage add={<AddProvider />} />
