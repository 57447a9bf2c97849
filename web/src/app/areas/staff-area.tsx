import { IconMoodSmile } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Palette } from '../../features/palette/Palette.tsx'
import { useWaiting } from '../../features/unmatched-studies/use-waiting.ts'
import { messages } from '../../platform/base/messages.ts'
import { StaffShell } from '../../ui/shell/StaffShell.tsx'

const NotificationBell = lazy(async () => ({
  default: (await import('../../features/notifications/NotificationBell.tsx')).NotificationBell,
}))
const FeedbackModal = lazy(async () => ({
  default: (await import('../../features/feedback/FeedbackModal.tsx')).FeedbackModal,
}))

/** The frame of staff with what features put into it. */
export const StaffArea = () => {
  const [feedback, setFeedback] = useState<'never' | 'open' | 'closed'>('never')
  const counts = useWaiting()
  /** Done in place, from the account menu or the palette. */
  const actions = [{ label: messages.nav.feedback, icon: IconMoodSmile, onChoose: () => setFeedback('open') }]
  return (
    <>
      <StaffShell
        counts={counts}
        account={actions}
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
