import type { MyScan } from '@fornix/contract'
import { ScanThumbnail } from '../../clinic/scans/ScanThumbnail.tsx'
import { messages } from './messages.ts'
import styles from './my-scans.module.css'

/** A drawn slice of a head, if there is no picture to show. */
const Drawing = () => (
  <svg viewBox="0 0 48 48" className={styles.drawing} aria-hidden="true">
    <ellipse cx="24" cy="24" rx="16" ry="19" />
    <path d="M24 9v30M24 18c-4-4-9-2-10 3s2 6 4 9 0 5 1 6M24 18c4-4 9-2 10 3s-2 6-4 9 0 5-1 6" />
  </svg>
)

/** A picture from an open scan; otherwise, and while or if there is none, a drawing in its place. */
export const ScanPicture = ({ scan, day }: { scan: MyScan; day: string }) => (
  <ScanThumbnail scan={scan} size="100%" alt={messages.pictureOf(day)} fallback={<Drawing />} />
)
