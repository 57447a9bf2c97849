import { IconWifiOff } from '@tabler/icons-react'
import { messages } from '../../platform/base/messages.ts'
import { useOffline } from '../../platform/calls/connection.ts'
import styles from './shell.module.css'

/** Says that what is shown may be old, for as long as nothing new can come. It lies over the lower edge, so that nothing moves. */
export const OfflineBar = () => {
  const offline = useOffline()
  return (
    <div role="status" className={styles.offline}>
      {offline && (
        <p>
          <IconWifiOff size={20} aria-hidden />
          {messages.offline[offline]} {messages.offline.old}
        </p>
      )}
    </div>
  )
}
