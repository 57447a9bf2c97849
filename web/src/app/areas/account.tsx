import { AccountPage } from '../../features/accounts/AccountPage.tsx'
import { OwnCare } from '../../features/caregivers/OwnCare.tsx'
import { NoticesCard } from '../../features/notices/NoticesCard.tsx'

/** /account with who helps the patient, and what the patient is told of. */
export const Account = () => <AccountPage Care={OwnCare} Notices={NoticesCard} />
