import type { Relation, Which } from './link.ts'
import type { Moved } from './registration/registration-worker.ts'

/** What staff read while comparing. */
export const words = {
  close: 'Stop comparing',
  side: (which: Which) => (which === 0 ? 'First' : 'Second'),
  scan: 'Scan',
  series: 'Series',
  part: 'What to show',
  thisScan: 'This scan',
  noDate: 'no date',
  chooseScan: 'Choose a scan',
  choose: 'Choose what to compare with: another series of this scan, or a scan of another day.',
  nothing: 'There is nothing to compare with. This scan has no other series, and this patient has no other scan.',
  loadingOthers: 'Loading the other scans of this patient…',
  othersFailed: 'The other scans of this patient could not be loaded.',
  notOfPatient: 'This is not a scan of this patient, or you do not have access to it. Choose another one.',
  chooseAnother: 'Choose another scan or series.',
  picture: (which: Which, what: string) =>
    `${which === 0 ? 'First' : 'Second'} side, ${what}. The arrow keys move through it.`,
  window: (which: Which) => `Window of the ${which === 0 ? 'first' : 'second'}`,
  outside: 'The place on the other side lies outside these images, so they did not follow.',
  buttonsFor: 'The buttons work on',
  onlySlices: 'Shown in single slices, because one side is no volume.',
  slices: 'Show single slices instead',
  volumes: 'Show planes',
  planes: 'Three planes',
  link: {
    title: 'Positions',
    switch: 'Link positions',
    linked: 'Linked in mm: both sides show the same place.',
    off: 'Not linked: each side moves alone.',
    byPart: 'Linked by relative place, from where you linked them. This is not exact.',
    offer: 'Go to the same place on both sides, then link them.',
  },
  align: {
    title: 'Align',
    start: 'Align the second with the first',
    running: 'Aligning…',
    cancel: 'Cancel',
    done: 'Aligned by the computer. Check it.',
    failed: 'The computer could not align these two. They may show different parts of the body.',
    undo: 'Undo the alignment',
    outside: 'No value here: the second shows less',
    /** Towards the patient's right, front and head. */
    moved: ({ mm: [right, front, up], degrees }: Moved) => {
      const along = (mm: number, to: string, from: string) => `${mm < 0 ? from : to} ${Math.abs(mm).toFixed(1)}`
      const whole = Math.hypot(right, front, up).toFixed(1)
      return `The second was moved by ${whole} mm (${along(right, 'right', 'left')}, ${along(front, 'front', 'back')}, ${along(up, 'up', 'down')}) and turned by ${degrees.toFixed(1)}°.`
    },
  },
  relation: {
    aligned: 'The second lies on the first, as the computer aligned them.',
    same: 'Both are in the same coordinates.',
    different: 'These are not in the same coordinates.',
    unknown: 'The files do not say whether these are in the same coordinates.',
    leaning: 'One side has slices that lean, so these are not taken to be in the same coordinates.',
    turned: 'These slices point in different directions, so single slices cannot be linked in mm.',
  } satisfies Record<Relation, string>,
  blend: {
    title: 'Blend',
    on: 'Overlay the second scan',
    strength: 'Opacity of the second scan',
    swap: 'Swap',
    flicker: 'Flicker',
    shown: (percent: number) => {
      if (percent === 0) return 'Shown: the first alone'
      return percent === 100 ? 'Shown: the second alone' : `Shown: the first with ${percent}% of the second`
    },
    over: (percent: number, name: string) => `Over it, ${percent}%: ${name}`,
    impossible: 'Only images in the same coordinates, or aligned ones, can be laid over each other.',
  },
} as const
