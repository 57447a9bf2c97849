/**
 * A phone in light mode and a desktop in dark mode. Colors do not change with the width, nor widths with the colors: the other two would
 * repeat the same. The gallery of all components is checked in all four.
 */
export const looks = [
  ['light', 390],
  ['dark', 1280],
] as const
