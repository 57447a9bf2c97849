import { instanceAttributes, seriesAttributes, studyAttributes } from '@fornix/contract'
import { badRequest } from '../../../platform/base/errors.ts'

const tagsByKeyword = new Map(
  Object.entries({ ...studyAttributes, ...seriesAttributes, ...instanceAttributes }).map(([keyword, [tag]]) => [
    keyword,
    tag as string,
  ]),
)

/** DICOM's dictionary is large, and few searches need it. */
const tagOf = async (keyword: string) => {
  const { default: dcmjs } = await import('dcmjs')
  const { nameMap } = dcmjs.data.DicomMetaDictionary
  return Object.hasOwn(nameMap, keyword) ? nameMap[keyword]?.tag.replace(/\W/g, '').toUpperCase() : undefined
}

/** The tags of `includefield`; “all” is what is listed anyway. */
export const tagsNamed = async (fields: string[]): Promise<string[]> => {
  const tags: string[] = []
  for (const field of fields) {
    if (field === 'all') continue
    const tag = /^[0-9A-F]{8}$/i.test(field) ? field.toUpperCase() : (tagsByKeyword.get(field) ?? (await tagOf(field)))
    if (!tag) throw badRequest(`includefield: DICOM has no attribute with the keyword ${field.slice(0, 64)}`)
    tags.push(tag)
  }
  return tags
}
