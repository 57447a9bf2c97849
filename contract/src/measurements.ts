import { z } from 'zod'
import { byStaff, callsOf } from './call.ts'
import { Uid } from './imaging.ts'
import { message } from './session.ts'

const defineCall = callsOf('imaging')

/** Per person in one study. */
export const maxMeasurements = 200

export const measuredShapes = ['length', 'angle', 'ellipse'] as const
/** How many points a shape has. */
const pointsOf = { length: 2, angle: 3, ellipse: 2 } as const

/** In columns and rows from the picture's upper left corner: the center of its first pixel is at 0.5, 0.5. */
const Point = z.object({ x: z.number().min(0).max(100_000), y: z.number().min(0).max(100_000) })
const shape = {
  series: Uid,
  instance: Uid,
  frame: z.number().int().min(1).max(999_999),
  shape: z.enum(measuredShapes),
  points: z.array(Point).min(2).max(3),
}
const hasItsPoints = ({ shape, points }: { shape: (typeof measuredShapes)[number]; points: readonly unknown[] }) =>
  points.length === pointsOf[shape]
const itsPoints = 'A length and an ellipse have two points, an angle has three'

/** A shape in one picture, without its numbers: these follow from it and the picture. */
export const SavedShape = z.object(shape).refine(hasItsPoints, itsPoints)
export type SavedShape = z.output<typeof SavedShape>

export const measuredQuantities = ['length', 'angle', 'area', 'mean', 'deviation', 'least', 'most'] as const
/** A number's unit: `mm`, `mm2`, `deg`, `px`, `HU`, or nothing that is known. */
const unit = z.string().max(16)
const MeasuredNumber = z.object({ of: z.enum(measuredQuantities), value: z.number().finite(), unit })
export type MeasuredNumber = z.output<typeof MeasuredNumber>

/** A shape with the numbers that the user saw when saving. */
const ReportedShape = z
  .object({
    ...shape,
    numbers: z.array(MeasuredNumber).min(1).max(measuredQuantities.length),
    note: z.string().max(60),
  })
  .refine(hasItsPoints, itsPoints)
export type ReportedShape = z.output<typeof ReportedShape>

/** When the caller's measurements were saved; null if there are none. The previous version does not send it. */
const saved_at = z.iso.datetime().nullable().optional()

const own = {
  path: '/scans/:study/measurements/',
  ...byStaff,
  params: z.object({ study: Uid }),
} as const

export const listMeasurements = defineCall({
  ...own,
  method: 'GET',
  summary:
    'What the caller has measured in a study, and what was saved as a report, of each author the last and what is released to the patient',
  audit: 'measurement.list',
  response: z.object({
    shapes: z.array(SavedShape),
    saved_at,
    reports: z.array(
      z.object({
        report_id: z.uuid(),
        author: z.string(),
        is_own: z.boolean(),
        saved_at: z.string(),
        is_released: z.boolean().default(false),
        shapes: z.array(SavedShape),
      }),
    ),
  }),
})
export const saveMeasurements = defineCall({
  ...own,
  method: 'POST',
  summary: 'Keep what the caller has measured in a study, in the place of what was saved at `saved_at`',
  audit: 'measurement.save',
  userInitiated: false,
  body: z.object({ shapes: z.array(SavedShape).min(1).max(maxMeasurements), saved_at }),
  response: message.extend({ saved_at }),
})
export const deleteMeasurements = defineCall({
  ...own,
  method: 'DELETE',
  summary: 'Delete what the caller has measured in a study, as it was saved at `saved_at`; reports stay',
  audit: 'measurement.delete',
  body: z.object({ saved_at }),
  response: message,
})
export const saveMeasurementReport = defineCall({
  ...own,
  method: 'POST',
  path: '/scans/:study/measurements/report/',
  summary: 'Save measurements as a DICOM report in the study; it replaces the caller’s last one',
  audit: 'measurement.report',
  body: z.object({ shapes: z.array(ReportedShape).min(1).max(maxMeasurements) }),
  response: z.object({ report_id: z.uuid(), series: Uid, instance: Uid }),
})

const release = {
  path: '/scans/:study/measurements/report/:report_id/release/',
  // A physician is responsible for what a patient reads about a scan.
  allow: ['Physician'],
  limit: 'session',
  params: z.object({ study: Uid, report_id: z.uuid() }),
  response: message,
} as const
export const releaseMeasurementReport = defineCall({
  ...release,
  method: 'POST',
  summary: 'Share a report of measurements with the patient',
  proof: 'fresh',
  idempotent: true,
  audit: 'measurement.release',
  // The patient the page names: the scan may have been assigned to another one meanwhile.
  body: z.object({ patient: z.string().max(254) }),
})
export const withdrawMeasurementReport = defineCall({
  ...release,
  method: 'DELETE',
  summary: 'Stop sharing a report of measurements with the patient',
  idempotent: true,
  audit: 'measurement.withdraw',
})
