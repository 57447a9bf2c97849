import type { DicomTags } from '@fornix/contract'
import { useQuery } from '@tanstack/react-query'
import { readTags } from '../dicomweb.ts'
import type { StudyDocument } from '../documents/documents.ts'
import type { Image } from '../images.ts'
import { itemsOf, textOf, textsOf } from '../tags.ts'

/** A picture that a Key Object Selection references (PS3.3 C.17.6); without frames, all of them. */
export type KeyImage = { series: string; instance: string; frames: readonly number[] | undefined; title: string }

const references = '00081199'

/** The series of each instance that a document lists as evidence. */
const seriesByInstance = (tags: DicomTags) =>
  new Map(
    itemsOf(tags, '0040A375')
      .flatMap((study) => itemsOf(study, '00081115'))
      .flatMap((series) =>
        itemsOf(series, references).map((object) => [textOf(object, '00081155'), textOf(series, '0020000E')] as const),
      ),
  )

const keyImagesOf = (tags: DicomTags): KeyImage[] => {
  const [name = {}] = itemsOf(tags, '0040A043')
  const content = itemsOf(tags, '0040A730')
  const note = content.map((item) => textOf(item, '0040A160')).find((text) => text !== '')
  const title = [textOf(name, '00080104'), note].filter(Boolean).join(', ')
  const series = seriesByInstance(tags)
  return content
    .filter((item) => textOf(item, '0040A040') === 'IMAGE')
    .flatMap((item) => itemsOf(item, references))
    .map((object) => {
      const instance = textOf(object, '00081155')
      const frames = textsOf(object, '00081160').map(Number)
      return { series: series.get(instance) ?? '', instance, frames: frames.length > 0 ? frames : undefined, title }
    })
}

const readKeyImages = async (study: string, documents: readonly StudyDocument[], signal: AbortSignal) => {
  const all = documents.map(async ({ series, instance }) =>
    keyImagesOf(await readTags({ study, series, instance }, signal)),
  )
  return (await Promise.all(all)).flat()
}

const none: readonly KeyImage[] = []

/** A study's key images; none if their documents cannot be read, which says nothing about the pictures. */
export const useKeyImages = (study: string, documents: readonly StudyDocument[] = []) => {
  const selections = documents.filter(({ isSelection }) => isSelection)
  const { data = none } = useQuery({
    queryKey: ['images', 'keys', study, ...selections.map(({ instance }) => instance)],
    staleTime: Number.POSITIVE_INFINITY,
    enabled: selections.length > 0,
    queryFn: ({ signal }) => readKeyImages(study, selections, signal),
  })
  return data
}

export const isOf = (key: KeyImage, { instance, frame }: Pick<Image, 'instance' | 'frame'>) =>
  key.instance === instance && (key.frames?.includes(frame) ?? true)

/** The titles under which an image was marked, each once. */
export const titlesOf = (keys: readonly KeyImage[], image: Image | undefined) =>
  image ? [...new Set(keys.filter((key) => isOf(key, image)).map(({ title }) => title))] : []
