import { AccountPage } from '../../features/accounts/AccountPage.tsx'
import { OwnCare } from '../../features/caregivers/OwnCare.tsx'
import { NoticesCard } from '../../features/notices/NoticesCard.tsx'
import { TwoStepCard } from '../../features/two-step/TwoStepCard.tsx'

/** /account with the second sign-in step, the patient's caregivers, and the notification settings. */
export const Account = () => <AccountPage TwoStep={TwoStepCard} Care={OwnCare} Notices={NoticesCard} />
