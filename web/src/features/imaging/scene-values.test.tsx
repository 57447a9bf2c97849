import { NVImage } from '@niivue/niivue'
import { expect, test } from 'vitest'
import { niftiFile } from './nifti-fixtures.ts'
import { fullOf } from './scene-values.ts'

/** More voxels than there are 16-bit numbers, which are then counted once each. */
const size: [number, number, number] = [43, 45, 37]
const count = size[0] * size[1] * size[2]
const upright = [2, 0, 0, -20, 0, 2, 0, -24, 0, 0, 2, -18]

test('the window of all values reaches from the least to the greatest, wherever they are', async () => {
  const values = new Int16Array(count).fill(400)
  values[0] = -2000
  values[count - 1] = 3000
  const volume = await NVImage.loadFromUrl({ url: niftiFile({ size, values, toMm: upright }), name: 'a.nii' })
  expect([volume.global_min, volume.global_max]).toEqual([-2000, 3000])
})

test('padding counts for no window, unless there is nothing else', async () => {
  const values = new Int16Array(count).fill(-2000)
  values.set([-1000, 0, 800])
  const url = niftiFile({ size, values, toMm: upright, scale: [0.5, 10] })
  const volume = await NVImage.loadFromUrl({ url, name: 'a.nii' })
  expect(fullOf(volume, { least: -990.1, most: -989.9 })).toEqual({ center: -40, width: 900 })
  expect(fullOf(volume, undefined)).toEqual({ center: -290, width: 1400 })
  expect(fullOf(volume, { least: -2000, most: 2000 })).toEqual({ center: -290, width: 1400 })
})

test('of a slope below 0 the range of values is the right way round', async () => {
  const values = Int16Array.from({ length: count }, (_, n) => (n % 1800) - 900)
  const url = niftiFile({ size, values, toMm: upright, scale: [-1, 1000] })
  const { global_min: least = 0, global_max: most = 0 } = await NVImage.loadFromUrl({ url, name: 'a.nii' })
  expect(least).toBeLessThan(most)
})
