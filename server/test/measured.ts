import type { ReportedShape } from '@fornix/contract'
import type { Aim } from './imaging-world.ts'

type Place = Pick<Aim, 'series' | 'instance'>
const at = ({ series, instance }: Place) => ({ series, instance, frame: 1 })

/** A length and an ellipse in a picture of 4 by 4 pixels, with the numbers that somebody saw. */
export const measuredIn = (aim: Place): [ReportedShape, ReportedShape] => [
  {
    ...at(aim),
    shape: 'length',
    points: [
      { x: 0.5, y: 1.25 },
      { x: 3.5, y: 3.75 },
    ],
    numbers: [{ of: 'length', value: 23.4567891234, unit: 'mm' }],
    note: '',
  },
  {
    ...at(aim),
    shape: 'ellipse',
    points: [
      { x: 1, y: 3.5 },
      { x: 3, y: 0.5 },
    ],
    numbers: [
      { of: 'area', value: 4.71238898038469, unit: 'mm2' },
      { of: 'mean', value: 1023.5, unit: '' },
      { of: 'deviation', value: 12.25, unit: '' },
      { of: 'least', value: -3, unit: '' },
      { of: 'most', value: 2000, unit: '' },
    ],
    note: 'at the detector',
  },
]
/** As they are kept, without what follows from them. */
export const withoutNumbers = (shapes: readonly ReportedShape[]) =>
  shapes.map(({ numbers: _, note: __, ...shape }) => shape)
