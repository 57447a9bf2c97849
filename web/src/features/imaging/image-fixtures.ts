import { imagesOf } from './images.ts'

export const tag = (...Value: unknown[]) => ({ vr: 'UN', Value })
/** A picture of one gray pixel, as PNG. */
export const dot = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABc3UBGAAAAABJRU5ErkJggg=='),
  (sign) => sign.charCodeAt(0),
)

/** The tags of a slice of an axial MR series, 5 mm above the previous one, as an archive lists them. */
export const sliceTags = (n: number, change: Record<string, unknown[]> = {}) => ({
  '00080016': tag('1.2.840.10008.5.1.4.1.1.4'),
  '00080018': tag(`8.${n}`),
  '00083002': tag('1.2.840.10008.1.2.1'),
  '00200013': tag(n),
  '00200032': tag(-100, -100, n * 5),
  '00200037': tag(1, 0, 0, 0, 1, 0),
  '00280004': tag('MONOCHROME2'),
  '00280010': tag(48),
  '00280011': tag(64),
  '00280030': tag(4, 4),
  '00280100': tag(16),
  '00280101': tag(12),
  '00280102': tag(11),
  '00280103': tag(0),
  ...Object.fromEntries(Object.entries(change).map(([name, values]) => [name, tag(...values)])),
})

type Change = (n: number) => Record<string, unknown[]>
export const stackOf = (count: number, change: Change = () => ({})) =>
  Array.from({ length: count }, (_, n) => sliceTags(n + 1, change(n + 1))).flatMap(imagesOf)
