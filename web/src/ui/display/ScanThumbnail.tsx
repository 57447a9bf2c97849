import { readThumbnail } from '@fornix/contract'
import { IconPhotoOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
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

/** `size` in pixels. */
type Props = { scan: { study_UID: string; seriesId: string | null }; size?: number }

/** One picture out of a scan, beside words that say which scan it is; it keeps its place while there is none. */
export const ScanThumbnail = ({ scan: { study_UID, seriesId }, size = 56 }: Props) => {
  const params = { study: study_UID, series: seriesId ?? '' }
  const { data, isPending } = useFile(readThumbnail, { params }, { enabled: Boolean(seriesId) })
  const address = useAddress(data)
  return (
    <span className={styles.frame} style={{ width: size, height: size }}>
      {address && <img src={address} alt="" className={styles.picture} />}
      {!data && !(isPending && seriesId) && <IconPhotoOff size={20} aria-hidden />}
    </span>
  )
}
