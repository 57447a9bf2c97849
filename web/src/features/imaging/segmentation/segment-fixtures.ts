import type { DicomTags } from '@fornix/contract'
import { sliceTags, tag } from '../image-fixtures.ts'

const sequence = (...Value: object[]) => ({ vr: 'SQ', Value })
const frame = (segment: number, n: number) => ({
  '0062000A': sequence({ '0062000B': tag(segment) }),
  '00209113': sequence({ '00200032': sliceTags(n)['00200032'] }),
})

/** The tags of a segmentation with two segments, on the second and the third slice of a stack. */
export const segmentationTags = (): DicomTags => {
  const { '00200032': _place, ...slice } = sliceTags(2)
  return {
    ...slice,
    '00080016': tag('1.2.840.10008.5.1.4.1.1.66.4'),
    '00080018': tag('7.4'),
    '0008103E': tag('Outlines'),
    '0020000E': tag('9.6'),
    '00200052': tag('2.25.1'),
    '00280008': tag(3),
    '00280100': tag(1),
    '00280101': tag(1),
    '00280102': tag(0),
    '00620001': tag('BINARY'),
    '00620002': sequence(
      { '00620004': tag(1), '00620005': tag('Lesion'), '0062000D': tag(34891, 53480, 50166) },
      { '00620004': tag(2), '00620005': tag('Edema') },
    ),
    '52009230': sequence(frame(1, 2), frame(2, 2), frame(1, 3)),
  }
}
