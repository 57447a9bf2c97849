import type { Windowing } from './images.ts'
import type { Action } from './keys.ts'

const narrowest = 1
const rounded = ({ center, width }: Windowing): Windowing => ({
  center: Math.round(center * 10) / 10,
  width: Math.max(narrowest, Math.round(width * 10) / 10),
})

export const rangeOf = ({ center, width }: Windowing) => ({ least: center - width / 2, most: center + width / 2 })
export const windowingOf = (least: number, most: number): Windowing =>
  rounded({ center: (least + most) / 2, width: most - least })

/** A step of brightness or contrast: brighter shows lower values, as on every workstation; higher ones where low is white. */
export const adjusted = ({ center, width }: Windowing, action: Action, isInverted: boolean): Windowing | undefined => {
  const step = width * (isInverted ? -0.05 : 0.05)
  if (action === 'brighter') return rounded({ center: center - step, width })
  if (action === 'darker') return rounded({ center: center + step, width })
  if (action === 'harder') return rounded({ center, width: width / 1.1 })
  if (action === 'softer') return rounded({ center, width: width * 1.1 })
  return undefined
}

export type Preset = { name: 'recorded' | 'full' | 'high'; windowing: Windowing }

/** Windows to choose from: the one of the files, all values, and half the width. */
export const presetsOf = (recorded: Windowing, full?: Windowing): Preset[] => [
  { name: 'recorded', windowing: rounded(recorded) },
  ...(full ? [{ name: 'full' as const, windowing: rounded(full) }] : []),
  { name: 'high', windowing: rounded({ center: recorded.center, width: recorded.width / 2 }) },
]
