import { useQuery, useQueryClient } from '@tanstack/react-query'
import { drawnPicture, windowText } from './drawn-picture.ts'
import type { Image, Windowing } from './images.ts'
import { filesKey } from './queries.ts'

/** Enough to see which slice it is, and soon there on a bad link. */
const viewport = '256,256'

type Wanted = { study: string; series: string; image: Image | undefined; windowing: Windowing | undefined }
/** A small picture for the time until the files of a series have come. Where it cannot be had nothing is said: they say why. */
export const usePreview = ({ study, series, image, windowing }: Wanted) => {
  const queries = useQueryClient()
  const areFilesHere = queries.getQueryData(filesKey(series)) !== undefined
  const window = windowText(windowing)
  return useQuery({
    queryKey: ['images', 'preview', study, series, image?.instance, image?.frame, window],
    enabled: image !== undefined && !areFilesHere,
    staleTime: Number.POSITIVE_INFINITY,
    // Showing it again must ask again.
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
    queryFn: ({ signal }) => drawnPicture({ study, series, image: image!, window, viewport }, signal),
  }).data
}
