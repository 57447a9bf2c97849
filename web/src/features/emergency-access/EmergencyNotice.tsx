import { Suspense } from 'react'
import { useEmergencies, useEmergencyRequest } from '../../platform/calls/emergency.ts'
import { lazyPart } from '../../ui/state/lazy-part.tsx'

const EmergencyBanner = lazyPart(async () => (await import('./EmergencyBanner.tsx')).EmergencyBanner)

/** Few users ever have a record open in an emergency: the banner and the dialog load only if one does, or asks. */
export const EmergencyNotice = () => {
  const isOpen = useEmergencies().open.length > 0
  const isAsked = useEmergencyRequest() !== undefined
  return <Suspense>{(isOpen || isAsked) && <EmergencyBanner />}</Suspense>
}
