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

/** What one looks for in a CT of the head, in Hounsfield units; other modalities have no scale of their own. */
const tissues = {
  brain: { center: 40, width: 80 },
  stroke: { center: 40, width: 40 },
  subdural: { center: 75, width: 215 },
  bone: { center: 600, width: 2800 },
} as const
type Tissue = keyof typeof tissues

export type Preset = { name: 'recorded' | 'full' | 'high' | Tissue; windowing: Windowing }
type Known = { recorded?: Windowing | undefined; full?: Windowing | undefined; modality: string }

/** Windows to choose from: the one of the files, all values, half the width, and of CT those of its tissues. */
export const presetsOf = ({ recorded, full, modality }: Known): Preset[] => {
  const base = recorded ?? full
  return [
    ...(base ? [{ name: 'recorded' as const, windowing: rounded(base) }] : []),
    ...(full ? [{ name: 'full' as const, windowing: rounded(full) }] : []),
    ...(base ? [{ name: 'high' as const, windowing: rounded({ center: base.center, width: base.width / 2 }) }] : []),
    ...(modality === 'CT'
      ? (Object.keys(tissues) as Tissue[]).map((name) => ({ name, windowing: tissues[name] }))
      : []),
  ]
}
