import type { MeasuredNumber } from '@fornix/contract'
import { expect, test } from 'vitest'
import { measuredIn } from '../../../../test/measured.ts'
import { readHead } from '../../../clinic/imaging/dicom/head.ts'
import { wordsIn } from '../../../platform/language/words.ts'
import { newUid, reportFile } from '../measurements/report-file.ts'
import { measurementsPage } from './measurements-page.ts'

const place = { series: newUid(), instance: newUid(), seriesNumber: 901, instanceNumber: 1 }
const [length] = measuredIn(place)
const ctImage = '1.2.840.10008.5.1.4.1.1.2'
const image = { '0020000D': { vr: 'UI', Value: [newUid()] } }
const pageOf = async (numbers: MeasuredNumber[], note = '', language = 'en') => {
  const picture = { sopClass: ctImage, instance: place.instance, frames: 1 }
  const shapes = [{ ...length, numbers, note, picture, tracking: newUid() }]
  const day = { day: '20261123', time: '201500', version: '1' }
  const file = reportFile({ place, image, predecessor: undefined, author: 'Núñez^Zoë', shapes, ...day })
  const head = await readHead(async (start, end) => file.subarray(start, end + 1), file.length)
  const html = measurementsPage(JSON.parse(head.metadata), wordsIn(language))
  return [...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, line = '']) => line.replace(/<.*?>/g, ''))
}

test.each<[MeasuredNumber, english: string, spanish: string]>([
  [
    { of: 'mean', value: 0.00078, unit: 'mm2/s' },
    'Average brightness: 0.00078 mm2/s',
    'Brillo promedio: 0.00078 mm2/s',
  ],
  [{ of: 'deviation', value: 0.000123456, unit: '' }, 'varies: 0.000123', 'brillo: 0.000123'],
  [{ of: 'most', value: 10234.56, unit: 'HU' }, 'Highest brightness: 10,234.6 HU', 'Brillo más alto: 10,234.6 HU'],
  [{ of: 'least', value: -3, unit: '10^-6 mm2/s' }, 'Lowest brightness: -3 10^-6 mm2/s', ': -3 10^-6 mm2/s'],
  [{ of: 'length', value: 1.2345, unit: 'mm' }, 'Length: 1.2 mm', 'Longitud: 1.2 mm'],
  [{ of: 'angle', value: 12.345, unit: 'deg' }, 'Angle: 12.3°', 'Ángulo: 12.3°'],
  [{ of: 'area', value: 0.123, unit: 'px' }, 'Area: 0.1 pixels of the picture', 'Área: 0.1 píxeles de la imagen'],
])('a patient reads %j with the digits and the unit that its physician saw', async (number, english, spanish) => {
  expect((await pageOf([number])).join()).toContain(english)
  expect((await pageOf([number], '', 'es')).join()).toContain(spanish)
})

test.each(['at the detector', 'if pixels are square', 'in widths of a pixel'])(
  'the note “%s” is a sentence in the language of the patient',
  async (note) => {
    const [, english = ''] = await pageOf(length.numbers, note)
    const [, spanish = ''] = await pageOf(length.numbers, note, 'es')
    expect(english).toMatch(/^[A-Z].*\.$/)
    expect(spanish).toMatch(/^[A-Z].*\.$/)
    expect(spanish).not.toBe(english)
  },
)

test.each(['beside the vessel', 'constructor'])('another note, “%s”, is what was written', async (note) => {
  expect((await pageOf(length.numbers, note, 'es'))[1]).toBe(note)
})
