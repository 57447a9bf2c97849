import { messages } from '../../platform/base/messages.ts'
import { EmptyState } from './EmptyState.tsx'

/** Replaces a part of a page that is not loaded yet, while it cannot be. */
export const OfflinePart = () => (
  <div role="status">
    <EmptyState
      tone="offline"
      title={messages.offline[navigator.onLine ? 'server' : 'device']}
      text={messages.offline.page}
    />
  </div>
)
