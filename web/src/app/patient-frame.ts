/** In one file, for patients and caregivers. */

export { PatientShell } from '../clinic/shell/PatientShell.tsx'
export { NewsBell } from '../features/patient-news/NewsBell.tsx'
