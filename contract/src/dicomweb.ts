import { z } from 'zod'
import { callsOf } from './call.ts'
import { instanceAttributes, searchQuery, seriesAttributes, studyAttributes } from './dicom-search.ts'
import { Uid } from './imaging.ts'
import { everyone } from './roles.ts'

const defineCall = callsOf('imaging')

const study = { study: Uid }
const series = { ...study, series: Uid }
const instance = { ...series, instance: Uid }

export const dicomwebRoot = '/api/dicomweb'

/** A DICOM JSON list (PS3.18 F.2), as far as the viewer reads it. */
const DicomTags = z.record(z.string(), z.object({ Value: z.array(z.unknown()).optional() }))
export type DicomTags = z.output<typeof DicomTags>
export const DicomResponse = z.array(DicomTags)

/** The subset of DICOMweb (PS3.18) that viewers were seen to request; everything else is not found. */
const ask = {
  method: 'GET',
  allow: everyone,
  care: 'images',
  session: 'bearer-or-ticket',
  limit: 'images',
  audit: 'images.read',
  response: 'images',
} as const
const number = z.coerce.number().finite()
const shapes = { linear: 'LINEAR', 'linear-exact': 'LINEAR_EXACT', sigmoid: 'SIGMOID' } as const
const window = z
  .string()
  .regex(/^-?\d+(\.\d+)?,-?\d+(\.\d+)?(,(linear|linear-exact|sigmoid))?$/)
  .transform((text) => {
    const [center, width, shape] = text.split(',')
    return {
      center: Number(center),
      width: Number(width),
      ...(shape && { shape: shapes[shape as keyof typeof shapes] }),
    }
  })
  .refine(({ width }) => width > 0, 'Needs a width above 0')
const viewport = z
  .string()
  .regex(/^[1-9]\d{0,3},[1-9]\d{0,3}$/, 'Needs a width and a height, as 512,512; nothing is cut out')
  .transform((text) => {
    const [width = 1, height = 1] = text.split(',').map(Number)
    return { width, height }
  })
/** Replaces the header of that name (PS3.18 8.3.3.1). */
const form = { accept: z.string().max(500).optional() }
const retrieved = z.object(form)
const drawn = z.object({
  ...form,
  window: window.optional(),
  viewport: viewport.optional(),
  quality: number.int().min(1).max(100).optional(),
  /** `off` leaves out the lines and letters of Overlay Planes (60xx). */
  overlays: z.enum(['on', 'off']).optional(),
})
const frames = { ...instance, frames: z.string().regex(/^[1-9]\d{0,5}(,[1-9]\d{0,5}){0,63}$/) }

const studies = searchQuery(studyAttributes)
const seriesOfAll = searchQuery(studyAttributes, seriesAttributes)
const instancesOfAll = searchQuery(studyAttributes, seriesAttributes, instanceAttributes)

export const describeDicomweb = defineCall({
  ...ask,
  method: 'OPTIONS',
  path: '/api/dicomweb/',
  summary: 'What can be asked of DICOMweb here',
  audit: { none: 'says nothing of anybody' },
})
export const searchStudies = defineCall({
  ...ask,
  path: '/api/dicomweb/studies/',
  summary: 'Studies that the caller may see (QIDO)',
  query: studies,
})
export const searchAllSeries = defineCall({
  ...ask,
  path: '/api/dicomweb/series/',
  summary: 'Series of all studies that the caller may see (QIDO)',
  query: seriesOfAll,
})
export const searchAllInstances = defineCall({
  ...ask,
  path: '/api/dicomweb/instances/',
  summary: 'Instances of all studies that the caller may see (QIDO)',
  query: instancesOfAll,
})
export const searchSeries = defineCall({
  ...ask,
  path: '/api/dicomweb/studies/:study/series/',
  summary: 'The series of a study (QIDO)',
  params: z.object(study),
  query: seriesOfAll,
})
export const searchStudyInstances = defineCall({
  ...ask,
  path: '/api/dicomweb/studies/:study/instances/',
  summary: 'The instances of a study (QIDO)',
  params: z.object(study),
  query: instancesOfAll,
})
export const searchInstances = defineCall({
  ...ask,
  path: '/api/dicomweb/studies/:study/series/:series/instances/',
  summary: 'The instances of a series (QIDO)',
  params: z.object(series),
  query: instancesOfAll,
})
export const readStudyMetadata = defineCall({
  ...ask,
  path: '/api/dicomweb/studies/:study/metadata/',
  summary: 'The tags of a study (WADO)',
  params: z.object(study),
  query: retrieved,
})
export const readSeriesMetadata = defineCall({
  ...ask,
  path: '/api/dicomweb/studies/:study/series/:series/metadata/',
  summary: 'The tags of a series (WADO)',
  params: z.object(series),
  query: retrieved,
})
export const readInstanceMetadata = defineCall({
  ...ask,
  path: '/api/dicomweb/studies/:study/series/:series/instances/:instance/metadata/',
  summary: 'The tags of an instance (WADO)',
  params: z.object(instance),
  query: retrieved,
})
export const readStudy = defineCall({
  ...ask,
  path: '/api/dicomweb/studies/:study/',
  summary: 'The files of a study (WADO)',
  params: z.object(study),
  query: retrieved,
})
export const readSeries = defineCall({
  ...ask,
  path: '/api/dicomweb/studies/:study/series/:series/',
  summary: 'The files of a series (WADO)',
  params: z.object(series),
  query: retrieved,
})
export const readInstance = defineCall({
  ...ask,
  path: '/api/dicomweb/studies/:study/series/:series/instances/:instance/',
  summary: 'The file of an instance (WADO)',
  params: z.object(instance),
  query: retrieved,
})
export const readFrames = defineCall({
  ...ask,
  path: '/api/dicomweb/studies/:study/series/:series/instances/:instance/frames/:frames/',
  summary: 'Frames of an instance as they are stored, or as plain pixels (WADO)',
  params: z.object(frames),
  query: retrieved,
})
export const readBulkData = defineCall({
  ...ask,
  path: '/api/dicomweb/studies/:study/series/:series/instances/:instance/bulkdata/:tag/',
  summary: 'A large value of an instance (WADO)',
  params: z.object({ ...instance, tag: z.string().regex(/^[0-9A-Fa-f]{8}$/) }),
  query: retrieved,
})
export const renderStudy = defineCall({
  ...ask,
  path: '/api/dicomweb/studies/:study/rendered/',
  summary: 'A picture of each instance of a study (WADO)',
  params: z.object(study),
  query: drawn,
})
export const renderSeries = defineCall({
  ...ask,
  path: '/api/dicomweb/studies/:study/series/:series/rendered/',
  summary: 'A picture of each instance of a series (WADO)',
  params: z.object(series),
  query: drawn,
})
export const renderInstance = defineCall({
  ...ask,
  path: '/api/dicomweb/studies/:study/series/:series/instances/:instance/rendered/',
  summary: 'An instance as a picture, a report as a page, or a PDF (WADO)',
  respondsWithPages: true,
  params: z.object(instance),
  query: drawn.extend({ frame: number.int().min(1).max(999_999).optional() }),
})
export const renderFrames = defineCall({
  ...ask,
  path: '/api/dicomweb/studies/:study/series/:series/instances/:instance/frames/:frames/rendered/',
  summary: 'Frames of an instance as pictures (WADO)',
  params: z.object(frames),
  query: drawn,
})

export const readStudyThumbnail = defineCall({
  ...ask,
  path: '/api/dicomweb/studies/:study/thumbnail/',
  summary: 'The middle image of a study as a picture (WADO)',
  audit: 'images.thumbnail',
  params: z.object(study),
  query: retrieved,
})
export const readThumbnail = defineCall({
  ...ask,
  path: '/api/dicomweb/studies/:study/series/:series/thumbnail/',
  summary: 'The middle image of a series as a picture (WADO)',
  audit: 'images.thumbnail',
  params: z.object(series),
  query: retrieved,
})
export const readInstanceThumbnail = defineCall({
  ...ask,
  path: '/api/dicomweb/studies/:study/series/:series/instances/:instance/thumbnail/',
  summary: 'An instance as a small picture (WADO)',
  params: z.object(instance),
  query: retrieved,
})
export const readFrameThumbnail = defineCall({
  ...ask,
  path: '/api/dicomweb/studies/:study/series/:series/instances/:instance/frames/:frame/thumbnail/',
  summary: 'A frame as a small picture (WADO)',
  params: z.object({ ...instance, frame: z.string().regex(/^[1-9]\d{0,5}$/) }),
  query: retrieved,
})
