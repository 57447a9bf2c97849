import { IconMoodSmile } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { messages } from '../../clinic/shell/messages.ts'
import { StaffShell } from '../../clinic/shell/StaffShell.tsx'
import { EmergencyNotice } from '../../features/emergency-access/EmergencyNotice.tsx'
import { Palette } from '../../features/palette/Palette.tsx'
import { showIn } from '../../platform/language/language.ts'
import { unseen } from '../../ui/state/absence.tsx'
import { lazyPart } from '../../ui/state/lazy-part.tsx'
import { useWaiting } from './use-waiting.ts'

const NotificationBell = lazyPart(
  async () => (await import('../../features/notifications/NotificationBell.tsx')).NotificationBell,
  unseen,
)
const GraceBanner = lazyPart(async () => (await import('../../features/two-step/GraceBanner.tsx')).GraceBanner, unseen)
const FeedbackModal = lazyPart(
  async () => (await import('../../features/feedback/FeedbackModal.tsx')).FeedbackModal,
  unseen,
)

/** The staff shell with what the features add to it. */
export const StaffArea = () => {
  const [feedback, setFeedback] = useState<'never' | 'open' | 'closed'>('never')
  const counts = useWaiting()
  // Of staff pages, only those that patients also have are translated.
  useEffect(() => showIn('en'), [])
  /** In-place actions, from the account menu or the palette. */
  const actions = [{ label: messages.nav.feedback, icon: IconMoodSmile, onChoose: () => setFeedback('open') }]
  return (
    <>
      <StaffShell
        counts={counts}
        account={actions}
        notice={
          <>
            <EmergencyNotice />
            <Suspense>
              <GraceBanner />
            </Suspense>
          </>
        }
        jump={<Palette actions={actions} />}
        actions={
          <Suspense>
            <NotificationBell />
          </Suspense>
        }
      />
      <Suspense>
        {feedback !== 'never' && <FeedbackModal opened={feedback === 'open'} onClose={() => setFeedback('closed')} />}
      </Suspense>
    </>
  )
}
