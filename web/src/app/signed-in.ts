/** In one file, for signed-in users. */

export { IdleLogout } from '../clinic/shell/IdleLogout.tsx'
export { ProofDialog } from '../features/two-step/ProofDialog.tsx'
export { LeaveGuard } from '../ui/dialog/LeaveGuard.tsx'
