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
  choose: 'Choose what to compare with: another series of this scan, or a scan from another day.',
  nothing: 'There is nothing to compare with. This scan has no other series, and this patient has no other scan.',
  loadingOthers: 'Loading the other scans of this patient…',
  othersFailed: 'The other scans of this patient could not be loaded.',
  notOfPatient: 'This is not a scan of this patient, or you do not have access to it. Choose another one.',
  chooseAnother: 'Choose another scan or series.',
  picture: (which: Which, what: string) =>
    `${which === 0 ? 'First' : 'Second'} side, ${what}. The arrow keys move through it.`,
  window: (which: Which) => `Window of the ${which === 0 ? 'first' : 'second'} side`,
  outside: 'The matching place is outside these images, so this side did not follow.',
  buttonsFor: 'The buttons work on',
  onlySlices: 'Shown as single slices, because one side cannot be shown in 3D.',
  slices: 'Show single slices instead',
  volumes: 'Show planes',
  planes: 'Three planes',
  link: {
    title: 'Positions',
    switch: 'Link positions',
    linked: 'Linked in mm: both sides show the same place.',
    off: 'Not linked: each side moves alone.',
    byPart: 'Linked by relative position, starting where you linked them. This is not exact.',
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
    outside: 'No value here: the second scan covers less',
    /** Towards the patient's right, front and head. */
    moved: ({ mm: [right, front, up], degrees }: Moved) => {
      const along = (mm: number, to: string, from: string) => `${mm < 0 ? from : to} ${Math.abs(mm).toFixed(1)}`
      const whole = Math.hypot(right, front, up).toFixed(1)
      return `The second was moved by ${whole} mm (${along(right, 'right', 'left')}, ${along(front, 'front', 'back')}, ${along(up, 'up', 'down')}) and turned by ${degrees.toFixed(1)}°.`
    },
  },
  relation: {
    aligned: 'The computer aligned the second scan with the first.',
    same: 'Both are in the same coordinates.',
    different: 'These are not in the same coordinates.',
    unknown: 'The files do not say whether these are in the same coordinates.',
    leaning: 'One side has slices that are not stacked straight, so positions cannot be matched in mm.',
    turned: 'These slices point in different directions, so single slices cannot be linked in mm.',
  } satisfies Record<Relation, string>,
  blend: {
    title: 'Blend',
    on: 'Overlay the second scan',
    strength: 'Opacity of the second scan',
    swap: 'Swap',
    flicker: 'Flicker',
    shown: (percent: number) => {
      if (percent === 0) return 'Shown: first only'
      return percent === 100 ? 'Shown: second only' : `Shown: the first with ${percent}% of the second`
    },
    over: (percent: number, name: string) => `Overlay, ${percent}%: ${name}`,
    impossible: 'Only images that share coordinates or have been aligned can be overlaid.',
  },
} as const
