import { AccountPage } from '../../features/accounts/AccountPage.tsx'
import { NoticesCard } from '../../features/notices/NoticesCard.tsx'

/** /account with what a patient is told of. */
export const Account = () => <AccountPage Notices={NoticesCard} />
