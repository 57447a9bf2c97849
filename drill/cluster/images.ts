import { type DicomTags, readFrames, readInstanceMetadata, searchStudyInstances } from '../../contract/src/index.ts'
import { uidOf } from '../../demo/src/seeds/scans/mr-series.ts'
import type { Person } from '../calls.ts'

const study = uidOf('demo study', 'ana.rivera@northside.example', '20260312')
const [seriesTag, instanceTag] = ['0020000E', '00080018'] as const
const uidIn = (tags: DicomTags, tag: string) => String(tags[tag]?.Value?.[0])

/** Reads one image after another of a scan, as a viewer does: which there are, then the tags and the pixels of each. */
export const imagesFor = (physician: Person) => {
  let images: { series: string; instance: string }[] = []
  let turn = 0
  return async () => {
    const image = images[Math.floor(turn / 2) % images.length]
    if (!image) {
      const answer = await physician.call(searchStudyInstances, { params: { study } })
      const list = answer.status === 200 ? (answer.json() as unknown as DicomTags[]) : []
      images = list.map((tags) => ({ series: uidIn(tags, seriesTag), instance: uidIn(tags, instanceTag) }))
      return answer
    }
    const params = { study, ...image }
    return turn++ % 2 === 0
      ? physician.call(readInstanceMetadata, { params })
      : physician.call(readFrames, { params: { ...params, frames: '1' } })
  }
}
