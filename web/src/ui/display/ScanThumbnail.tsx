import { readThumbnail } from '@fornix/contract'
import { useInViewport } from '@mantine/hooks'
import { IconPhotoOff } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useFile } from '../../platform/calls/api.ts'
import styles from './scan-thumbnail.module.css'

/** The address of bytes for as long as they are shown. */
const useAddress = (bytes: Blob | undefined) => {
  const [address, setAddress] = useState('')
  useEffect(() => {
    if (!bytes) return
    const made = URL.createObjectURL(bytes)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes])
  return address
}

type Props = {
  scan: { study_UID: string; seriesId: string | null }
  size?: number | string
  /** Empty beside words that say which scan it is. */
  alt?: string
  /** What is drawn where there is no picture, and until it is there. */
  fallback?: ReactNode
}

/** One picture out of a scan, fetched when it comes into view; it keeps its place while there is none. */
export const ScanThumbnail = ({ scan: { study_UID, seriesId }, size = 56, alt = '', fallback }: Props) => {
  const { ref, inViewport } = useInViewport<HTMLSpanElement>()
  // What failed is not asked for again whenever it is scrolled by.
  const [wasSeen, setSeen] = useState(false)
  if (inViewport && !wasSeen) setSeen(true)
  const params = { study: study_UID, series: seriesId ?? '' }
  const { data, isError } = useFile(readThumbnail, { params }, { enabled: Boolean(seriesId) && wasSeen })
  const address = useAddress(data)
  const [isBroken, setBroken] = useState(false)
  const isMissing = !seriesId || isError || isBroken
  return (
    <span ref={ref} className={styles.frame} style={{ width: size, height: size }}>
      {address && !isMissing ? (
        <img src={address} alt={alt} className={styles.picture} onError={() => setBroken(true)} />
      ) : (
        (fallback ?? (isMissing && <IconPhotoOff size={20} aria-hidden />))
      )}
    </span>
  )
}
