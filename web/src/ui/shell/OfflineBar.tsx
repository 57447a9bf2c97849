import { UnstyledButton } from '@mantine/core'
import { IconWifiOff } from '@tabler/icons-react'
import { messages } from '../../platform/base/messages.ts'
import { useOffline } from '../../platform/calls/connection.ts'
import { stopWaiting, useIsWaiting } from '../../platform/calls/waiting.ts'
import styles from './bottom.module.css'

/**
 * Says that the content may be old, or that a form waits to be sent, for as long as nothing new can arrive. It overlays the bottom edge, so
 * that nothing moves.
 */
export const OfflineBar = () => {
  const offline = useOffline()
  const isWaiting = useIsWaiting()
  return (
    <div role="status" className={styles.offline} data-waiting={isWaiting || undefined}>
      {offline && (
        <p>
          <IconWifiOff size={20} aria-hidden />
          {messages.offline[offline]} {isWaiting ? messages.offline.waiting : messages.offline.old}
          {isWaiting && <UnstyledButton onClick={stopWaiting}>{messages.offline.stopWaiting}</UnstyledButton>}
        </p>
      )}
    </div>
  )
}
