import { Suspense } from 'react'
import { messages } from '../../platform/base/messages.ts'
import { silent } from '../state/absence.tsx'
import { lazyPart } from '../state/lazy-part.tsx'
import { useLeaveQuestion } from './use-leave-question.ts'

/** Comes with the first key, so that a first visit does not load it. */
export const LateGuard = lazyPart(async () => (await import('./guard-part.ts')).LeaveGuard, silent)

/**
 * For the form of a visitor, which no draft keeps: once something was typed, leaving it asks first. Signed-in users have a guard around
 * every page, and a router holds a single blocker.
 */
export const VisitorGuard = ({ isDirty, isSending }: { isDirty: boolean; isSending: boolean }) => {
  useLeaveQuestion(isDirty, { texts: messages.discard, isSending })
  return <Suspense>{isDirty && <LateGuard />}</Suspense>
}
