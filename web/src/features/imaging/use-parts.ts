import { useMemo, useState } from 'react'
import { groupsOf, type Part, partsOf } from './parts.ts'
import { useImages } from './queries.ts'

/** The parts of a series and the chosen one: the first, unless the user chose another. */
export const useParts = (study: string, series: string) => {
  const { data: images, error: failure, refetch } = useImages(study, series)
  const parts = useMemo(() => partsOf(images ?? []), [images])
  const groups = useMemo(() => groupsOf(parts), [parts])
  const [chosen, setChosen] = useState<Part>()
  const part = chosen && parts.includes(chosen) ? chosen : parts[0]
  const listing = { failure, retry: () => void refetch(), isEmpty: images?.length === 0 }
  return { images: images ?? [], parts, groups, part, setPart: setChosen, listing }
}
