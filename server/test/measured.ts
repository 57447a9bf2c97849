import type { ReportedShape } from '@fornix/contract'
import { projectId, staffScope } from '../src/platform/database/scope.ts'
import { type Aim, imagingApp } from './imaging-world.ts'

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

/** A clinic where one of the staff, whose name has accents, measures in scans that are open to a patient. */
export const measuringClinic = async (author: 'Nurse' | 'Physician', change?: Parameters<typeof imagingApp>[0]) => {
  const world = await imagingApp(change)
  const { given, owner, imaging } = world
  const project = await given.project()
  const nora = await given.staff('Nurse', project)
  const otto = await given.staff('Physician', project)
  const adam = await given.staff('Admin', project)
  const ana = await given.patient(project)
  await owner("update providers set first_name = 'Zoë', last_name = 'Núñez' where provider_id = $1", [
    author === 'Nurse' ? nora.id : otto.id,
  ])
  const newScan = async () => {
    const scan = await imaging.stored({ project, patient: ana.id })
    await imaging.opened(ana, adam, scan.study)
    return scan
  }
  return { ...world, nora, otto, adam, ana, scope: staffScope(projectId(project)), newScan }
}
export type MeasuredScan = Awaited<ReturnType<Awaited<ReturnType<typeof measuringClinic>>['newScan']>>
