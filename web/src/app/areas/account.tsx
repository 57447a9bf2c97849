import { AccountPage } from '../../features/accounts/AccountPage.tsx'
import { OwnCare } from '../../features/caregivers/OwnCare.tsx'

/** /account with who helps the patient. */
export const Account = () => <AccountPage Care={OwnCare} />
