import { AccountPage } from '../../features/accounts/AccountPage.tsx'
import { OwnCare } from '../../features/caregivers/OwnCare.tsx'
import { NoticesCard } from '../../features/notices/NoticesCard.tsx'
import { TwoStepCard } from '../../features/two-step/TwoStepCard.tsx'

/** /account with the second step of the sign-in, who helps the patient, and what the patient is told of. */
export const Account = () => <AccountPage TwoStep={TwoStepCard} Care={OwnCare} Notices={NoticesCard} />
