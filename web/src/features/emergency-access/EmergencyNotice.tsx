import { Suspense } from 'react'
import { useAskedForEmergency, useEmergencies } from '../../platform/calls/emergency.ts'
import { lazyPart } from '../../ui/state/lazy-part.tsx'

const EmergencyBanner = lazyPart(async () => (await import('./EmergencyBanner.tsx')).EmergencyBanner)

/** Hardly anybody has a record open in an emergency: the bar and the question come where somebody has, or asks. */
export const EmergencyNotice = () => {
  const isOpen = useEmergencies().open.length > 0
  const isAsked = useAskedForEmergency() !== undefined
  return <Suspense>{(isOpen || isAsked) && <EmergencyBanner />}</Suspense>
}
