import { Text } from '@mantine/core'
import { useEffect } from 'react'
import { hasNoResponse } from '../../platform/http/failure.ts'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { DownloadStudy } from './DownloadStudy.tsx'
import { messages } from './messages.ts'
import styles from './picture.module.css'
import { failureText, NotRendered } from './queries.ts'
import type { ShownSlice } from './use-slice.ts'

/** The list of images to step through. */
export type Listing = {
  failure: unknown
  retry: () => void
  isEmpty: boolean
  /** How many images the part has; until they are listed, how many the series should have. */
  expected: number
}

type Props = { study: string; slice: ShownSlice; listing: Listing; failure: unknown }
/** Shown over the picture while there is none: it is loading, cannot be fetched now, or cannot be shown at all. */
export const OverPicture = ({ study, slice, listing, failure }: Props) => {
  const retry = listing.failure ? listing.retry : slice.retry
  // The connection may come back while nobody is watching.
  const isCut = hasNoResponse(failure)
  useEffect(() => {
    if (!isCut) return
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [isCut, retry])
  if (failure instanceof NotRendered || listing.isEmpty)
    return (
      <div className={styles.over} role="alert">
        <Text>{listing.isEmpty ? messages.noPictures : failureText(failure)}</Text>
        <DownloadStudy study={study} />
      </div>
    )
  if (failure)
    return (
      <div className={styles.over}>
        <ErrorState message={failureText(failure)} onRetry={retry} />
      </div>
    )
  if (slice.shown) return null
  return (
    <div className={styles.over}>
      <Text>{messages.loadingSlice}</Text>
    </div>
  )
}
