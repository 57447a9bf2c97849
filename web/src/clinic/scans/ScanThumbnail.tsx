import { readThumbnail } from '@fornix/contract'
import { useInViewport } from '@mantine/hooks'
import { IconPhotoOff } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useFile } from '../../platform/calls/api.ts'
import styles from './scan-thumbnail.module.css'

/** An object URL for the bytes, valid as long as they are shown. */
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
  /** Empty next to text that says which scan it is. */
  alt?: string
  /** Shown if there is no picture, and until it arrives. */
  fallback?: ReactNode
}

/** One picture of a scan, fetched when it scrolls into view; its space stays reserved while there is none. */
export const ScanThumbnail = ({ scan: { study_UID, seriesId }, size = 56, alt = '', fallback }: Props) => {
  const { ref, inViewport } = useInViewport<HTMLSpanElement>()
  // A failed fetch is not repeated each time it scrolls by.
  const [wasSeen, setSeen] = useState(false)
  if (inViewport && !wasSeen) setSeen(true)
  const params = { study: study_UID, series: seriesId ?? '' }
  // A third of the bytes of a PNG.
  const query = { accept: 'image/jpeg' }
  const { data, isError } = useFile(readThumbnail, { params, query }, { enabled: Boolean(seriesId) && wasSeen })
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
