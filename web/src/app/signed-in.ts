/** In one file, for signed-in users. */
export { NewsBell } from '../features/patient-news/NewsBell.tsx'
export { ProofDialog } from '../features/two-step/ProofDialog.tsx'
export { IdleLogout } from '../ui/shell/IdleLogout.tsx'
export { PatientShell } from '../ui/shell/PatientShell.tsx'
