/** In one file, for signed-in users. */

export { IdleLogout } from '../clinic/shell/IdleLogout.tsx'
export { PatientShell } from '../clinic/shell/PatientShell.tsx'
export { NewsBell } from '../features/patient-news/NewsBell.tsx'
export { ProofDialog } from '../features/two-step/ProofDialog.tsx'
export { LeaveGuard } from '../ui/dialog/LeaveGuard.tsx'
