import type { DicomTags } from '@fornix/contract'

const valuesOf = (tags: DicomTags, tag: string) => tags[tag]?.Value ?? []
export const textOf = (tags: DicomTags, tag: string) => String(valuesOf(tags, tag)[0] ?? '').trim()
export const textsOf = (tags: DicomTags, tag: string) => valuesOf(tags, tag).map((value) => String(value).trim())

const isNumber = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && Number.isFinite(Number(value))
export const numberOf = (tags: DicomTags, tag: string) => {
  const [value] = valuesOf(tags, tag)
  return isNumber(value) ? Number(value) : undefined
}
/** All numbers of a tag that has exactly this many. */
export const numbersOf = (tags: DicomTags, tag: string, count: number) => {
  const values = valuesOf(tags, tag)
  return values.length === count && values.every(isNumber) ? values.map(Number) : undefined
}

const isItem = (value: unknown): value is DicomTags => typeof value === 'object' && value !== null
export const itemsOf = (tags: DicomTags, tag: string) => valuesOf(tags, tag).filter(isItem)
const sharedGroups = '52009229'
const groupsOfFrames = '52009230'

/** The tags of a functional group, whichever of its sequences contains them. */
const unfolded = (group: unknown): DicomTags =>
  isItem(group)
    ? Object.assign(
        {},
        ...Object.entries(group).map(([tag, element]) => {
          const [first] = element?.Value ?? []
          return isItem(first) && !('Alphabetic' in first) ? unfolded(first) : { [tag]: element }
        }),
      )
    : {}

/** The tags that apply to each frame of an instance: its own, the shared ones, those of the instance (PS3.3 C.7.6.16). */
export const tagsOfFrames = (tags: DicomTags): DicomTags[] => {
  const shared = { ...tags, ...unfolded(valuesOf(tags, sharedGroups)[0]) }
  const own = valuesOf(tags, groupsOfFrames)
  return Array.from({ length: numberOf(tags, '00280008') ?? 1 }, (_, n) => ({ ...shared, ...unfolded(own[n]) }))
}
