import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { pressKey } from '../../../testing/press-key.ts'
import { ok, type ServedCalls, serve } from '../../../testing/serve.ts'
import { show } from '../../../testing/show.tsx'
import { picture, place } from '../../../testing/viewer.ts'
import { dot, sliceTags, tag } from '../image-fixtures.ts'
import { ViewerPage } from '../ViewerPage.tsx'

const study = '1.2.3'
export const path = `/scans/${study}/measurements/`
export const opened = {
  viewer: '/viewer',
  study_UID: study,
  study_date: '20260910',
  scan_type: 'MR of the head',
  patient_name: 'Amara Abbott',
  record: { patient_id: 'P-1', dob: '04-17-1986', mrn_number: 'MRN-501' },
}
const series = (uid: string, number: number) => ({
  '0020000E': tag(uid),
  '00200011': tag(number),
  '0008103E': tag(`AX ${number}`),
  '00080060': tag('MR'),
  '00201209': tag(3),
})
const whole = (n: number) =>
  sliceTags(n, { '00280002': [1], '00280100': [16], '00280101': [16], '00280102': [15], '00280103': [0] })
const values = Uint16Array.from({ length: 64 * 48 }, () => 500)

export const lineIn = (series: string, instance: string, length: number) => ({
  series,
  instance,
  frame: 1,
  shape: 'length',
  points: [
    { x: 10, y: 10 },
    { x: 10 + length, y: 10 },
  ],
})
export type Line = ReturnType<typeof lineIn>
export const colleague = {
  report_id: '01930000-0000-7000-8000-000000000001',
  author: 'Zoë Núñez',
  is_own: false,
  saved_at: '2026-11-23T20:15:00Z',
  shapes: [lineIn('9.1', '8.2', 5)],
}
export const serveStudy = (kept: object, change: ServedCalls = {}) =>
  serve({
    'POST */open/': ok(opened),
    'GET */series/': ok([series('9.1', 1), series('9.2', 2)]),
    [`GET /api/dicomweb/studies/${study}/instances/`]: ok([]),
    'GET */instances/': ok([1, 2, 3].map((n) => whole(n))),
    'GET */metadata/': ok([whole(2)]),
    'GET */rendered/': () => new Response(dot, { headers: { 'content-type': 'image/png' } }),
    'GET */frames/1/': () => new Response(values.slice()),
    [`GET ${path}`]: ok({ shapes: [], reports: [], ...kept }),
    [`POST ${path}`]: ok(),
    [`DELETE ${path}`]: ok(),
    ...change,
  })

export const list = () => page.getByRole('region', { name: 'Measurements' })
export const saved = () => page.getByRole('group', { name: 'Saved measurements' })
export const button = (name: string) => page.getByRole('button', { name })
export const open = async () => {
  await show(<ViewerPage />, { at: `/viewer?study=${study}&seriesId=9.1`, scheme: 'dark' })
  await expect.element(place()).toMatchTextContent(/AX 1, Slice 2 of 3/)
}
export const drawByKeys = () => pressKey(picture(), 'l{Enter}{Shift>}{ArrowRight}{/Shift}{Enter}{Escape}')
export const press = (name: string) => pressKey(page.getByRole('dialog').getByRole('button', { name, exact: true }))
export const sent = (asked: ReturnType<typeof serve>, call: string) => asked.filter((one) => one.call === call)
