import type { Group } from './keys.ts'
import type { Place } from './scene.ts'
import type { Preset } from './windowing.ts'

/** What the image viewer says. */
export const messages = {
  title: 'Images',
  unnamedStudy: 'Scan',
  notForDiagnosis: 'Not for diagnosis',
  back: 'Back to the portal',
  patient: 'Patient',
  study: 'Study',
  date: 'Date',
  series: 'Series',
  unnamedSeries: (number: number) => `Series ${number}`,
  images: (count: number) => `${count} ${count === 1 ? 'image' : 'images'}`,
  opening: 'Opening the scan…',
  noScan: {
    title: 'No scan to show',
    address: 'This link does not say which scan to open. Please choose it in your list of scans.',
    patient: 'Go to my scans',
    staff: 'Go to the patient list',
  },
  notOpen: 'This scan was not found, or you do not have access to it.',
  archiveDown: 'The image archive does not answer at the moment. Please try again.',
  unreachable: 'The images cannot be reached. Check your connection and try again.',
  failed: 'The images could not be loaded. Please try again.',
  noSeries: 'This scan has no images.',
  notRendered: 'This image is stored in a form that cannot be shown here.',
  loading: (have: number, of: number) => `Loading images: ${have} of ${of}`,
  preparing: 'Preparing the views…',
  loadingSlice: 'Loading the image…',
  noWebGl: 'This browser cannot draw in 3D, so single slices are shown.',
  noVolume: 'These images do not form a volume that can be drawn in 3D, so single slices are shown.',
  toSlices: 'Show single slices instead',
  toVolume: 'Show planes and 3D',
  canvas: (layout: string) => `Images of the series, ${layout}. The arrow keys move through them.`,
  slice: (at: number, of: number) => `Slice ${at} of ${of}`,
  place: ({ voxel: [x, y, z], of }: Place) =>
    `Axial ${z + 1} of ${of[2]}, coronal ${y + 1} of ${of[1]}, sagittal ${x + 1} of ${of[0]}`,
  value: (value: number) => `Value ${Math.round(value * 10) / 10}`,
  sliceSlider: 'Slice',
  windowCenter: 'Level',
  windowWidth: 'Width',
  presets: { recorded: 'As recorded', full: 'All values', high: 'High contrast' } satisfies Record<
    Preset['name'],
    string
  >,
  controls: 'Controls',
  keysHint: 'The keys work while the images or these buttons have the focus.',
  dragHint: 'Drag with the right button, or switch “Drag sets window” on.',
  groups: {
    slice: 'Slice',
    layout: 'View',
    window: 'Window',
    crosshair: 'Crosshair',
    size: 'Size',
    series: 'Series',
  } satisfies Record<Group, string>,
} as const
