import { grouped } from '../../platform/base/grouped.ts'

/** What staff read about the images that arrived. */
export const qualityWords = {
  arriving: (images: number) => `Receiving: ${grouped(images)} files so far`,
  checking: 'Image check is running…',
  fine: 'Image check: no problems',
  unmeasured: 'Image check: could not measure these images',
  notMeasured: (names: string) => `Not measured: ${names}`,
  lookAgain: 'Image check: look again before the patient leaves',
  look: 'Image check: please look at these images',
  unnamed: 'Series without a name',
  missing: (count: number) => (count === 1 ? '1 slice is missing' : `${grouped(count)} slices are missing`),
  uneven: 'the slices are not evenly spaced',
  lowSignal: (snr: number, usual: number) => `the signal is weak (SNR ${snr}, usually ${usual})`,
  motion: (mm: number) => `the head moved by about ${mm} mm`,
  details: 'Check details',
  columns: ['Series', 'Images', 'Slices', 'Spacing (mm)', 'SNR', 'Motion (mm)'],
  unknown: '–',
  note: 'Measured automatically, signal and motion on the middle slice. This is not a reading of the images.',
} as const
