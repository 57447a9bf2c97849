/** In one file for whoever is signed in. */
export { KeepPush } from '../features/notices/KeepPush.tsx'
export { NewsBell } from '../features/patient-news/NewsBell.tsx'
export { ActingBanner } from '../ui/shell/ActingBanner.tsx'
export { IdleLogout } from '../ui/shell/IdleLogout.tsx'
export { PatientShell } from '../ui/shell/PatientShell.tsx'
