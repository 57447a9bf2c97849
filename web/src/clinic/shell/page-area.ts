import { patientTabs } from '@fornix/contract'

/** A tab of the patient area has its own address, but choosing it must leave the focus on the tab. */
export const pageAreaOf = (path: string) => {
  const lower = path.toLowerCase().replace(/\/$/, '')
  return patientTabs.some((tab) => lower === `/patient/${tab}`) ? '/patient/:tab' : lower
}
