import { listOtherStudies } from '@fornix/contract'
import { useQuery } from '@tanstack/react-query'
import { send } from '../../../platform/calls/api.ts'

/** The other studies of this study's patient. */
export const useOthers = (study: string) =>
  useQuery({
    queryKey: ['images', 'others', study],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await send(listOtherStudies, { params: { study } }, { signal })).studies,
  })
