import { useQuery, useQueryClient } from '@tanstack/react-query'
import { drawnPicture, windowText } from './drawn-picture.ts'
import type { Image, Windowing } from './images.ts'
import { filesKey } from './queries.ts'

/** Enough to recognize the slice, and fast even on a bad connection. */
const viewport = '256,256'

type Wanted = { study: string; series: string; image: Image | undefined; windowing: Windowing | undefined }
/** A small picture until the files of a series arrive. If it fails, nothing is shown: the files' error says why. */
export const usePreview = ({ study, series, image, windowing }: Wanted) => {
  const queries = useQueryClient()
  const areFilesHere = queries.getQueryData(filesKey(series)) !== undefined
  const window = windowText(windowing)
  return useQuery({
    queryKey: ['images', 'preview', study, series, image?.instance, image?.frame, window],
    enabled: image !== undefined && !areFilesHere,
    staleTime: Number.POSITIVE_INFINITY,
    // Showing it again must request it again.
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
    queryFn: ({ signal }) => drawnPicture({ study, series, image: image!, window, viewport }, signal),
  }).data
}
