/**
 * A phone in the light and a desk in the dark. Colors do not change with the width, nor widths with the colors: the other two would
 * say the same again. The gallery of all components is looked at in all four.
 */
export const looks = [
  ['light', 390],
  ['dark', 1280],
] as const
