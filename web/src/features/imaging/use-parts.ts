import { useMemo, useState } from 'react'
import type { Series } from './dicomweb.ts'
import { groupsOf, type Part, partsOf } from './parts.ts'
import { useImages } from './queries.ts'

/** The parts of a series and the chosen one: the first, unless the user chose another. */
export const useParts = (study: string, { uid, instances }: Series) => {
  const { data: images, error: failure, refetch } = useImages(study, uid)
  const parts = useMemo(() => partsOf(images ?? []), [images])
  const groups = useMemo(() => groupsOf(parts), [parts])
  const [chosen, setChosen] = useState<Part>()
  const part = chosen && parts.includes(chosen) ? chosen : parts[0]
  // A file can hold many images, but most hold one.
  const expected = images ? (part?.images.length ?? 0) : instances
  const listing = { failure, retry: () => void refetch(), isEmpty: images?.length === 0, expected }
  return { images: images ?? [], parts, groups, part, setPart: setChosen, listing }
}
