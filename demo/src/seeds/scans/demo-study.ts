import { type Instance, mrSeries, type Sequence, type Study } from './mr-series.ts'
import { readNifti } from './nifti.ts'

const t1 = readNifti(new URL('./demo-low-t1.nii.gz', import.meta.url))
const mask = readNifti(new URL('./demo-low-mask.nii.gz', import.meta.url))

// Intensities that look like the other contrasts, from the T1 value (0-255) and how much of the voxel is brain (0-1).
const t2Like = (value: number, brain: number) =>
  (value < 25 ? value * 6 : 0) * (1 - brain) + brain * (value < 60 ? 2000 - value * 4 : 1900 - (value - 60) * 17)
const flairInBrain = (value: number) => {
  if (value < 55) return 120 + value * 4
  return value < 75 ? 340 + (value - 55) * 40 : 1140 - (value - 75) * 6
}
const flairLike = (value: number, brain: number) => (1 - brain) * value * 6 + brain * flairInBrain(value)

type Contrast = Omit<Sequence, 'number' | 'valueAt'> & { look: (value: number, brain: number) => number }
const contrasts: Contrast[] = [
  {
    description: 'AX T1',
    scanning: 'GR',
    repetitionMs: 880,
    echoMs: 5.5,
    window: { center: 1000, width: 2000 },
    look: (value) => value * 12,
  },
  {
    description: 'AX T2 (synthetic contrast)',
    scanning: 'SE',
    repetitionMs: 2200,
    echoMs: 190,
    window: { center: 950, width: 1900 },
    look: t2Like,
  },
  {
    description: 'AX FLAIR (synthetic contrast)',
    scanning: 'IR',
    repetitionMs: 4000,
    echoMs: 160,
    inversionMs: 1400,
    window: { center: 700, width: 1500 },
    look: flairLike,
  },
]

/** Three series of 36 slices, byte for byte the same at every run. */
export async function* demoStudy(study: Study): AsyncGenerator<Instance> {
  const [volume, brain] = await Promise.all([t1, mask])
  for (const [n, { look, ...contrast }] of contrasts.entries()) {
    const valueAt = (voxel: number) =>
      Math.max(0, Math.floor(look(volume.data[voxel] ?? 0, (brain.data[voxel] ?? 0) / 255)))
    yield* mrSeries(volume, study, { ...contrast, number: n + 1, valueAt })
  }
}
