import type { Windowing } from './images.ts'
import type { Action } from './keys.ts'

/** Enough decimals for three digits of such a number; at least one. A diffusion map has widths of a thousandth and less. */
export const decimalsOf = (size: number) =>
  !Number.isFinite(size) || size === 0 ? 1 : Math.min(20, Math.max(1, 2 - Math.floor(Math.log10(Math.abs(size)))))

/** A number without an exponent, which neither an address nor a field accepts. */
export const plainNumber = (value: number, decimals = 20) =>
  value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: decimals, signDisplay: 'negative' })

/** A window as displayed and typed. */
export const shownWindowing = ({ center, width }: Windowing): Windowing => {
  const decimals = decimalsOf(width)
  return { center: Number(center.toFixed(decimals)), width: Number(width.toFixed(decimals)) }
}
/** Converting through lowest and highest value changes a window's last digits. */
export const isSameWindowing = (one: Windowing, other: Windowing) => {
  const [a, b] = [shownWindowing(one), shownWindowing(other)]
  return a.center === b.center && a.width === b.width
}

export const rangeOf = ({ center, width }: Windowing) => ({ least: center - width / 2, most: center + width / 2 })
export const windowingOf = (least: number, most: number): Windowing => ({
  center: (least + most) / 2,
  width: most - least,
})

/** A step of brightness or contrast: brighter shows lower values, as on every workstation; higher ones if low is white. */
export const adjusted = ({ center, width }: Windowing, action: Action, isInverted: boolean): Windowing | undefined => {
  const step = width * (isInverted ? -0.05 : 0.05)
  if (action === 'brighter') return shownWindowing({ center: center - step, width })
  if (action === 'darker') return shownWindowing({ center: center + step, width })
  if (action === 'harder') return shownWindowing({ center, width: width / 1.1 })
  if (action === 'softer') return shownWindowing({ center, width: width * 1.1 })
  return undefined
}

/** The tissues of interest in a head CT, in Hounsfield units; other modalities have no scale of their own. */
const tissues = {
  brain: { center: 40, width: 80 },
  stroke: { center: 40, width: 40 },
  subdural: { center: 75, width: 215 },
  bone: { center: 600, width: 2800 },
} as const
type Tissue = keyof typeof tissues

export type Preset = { name: 'recorded' | 'full' | 'high' | Tissue; windowing: Windowing }
type Known = { recorded?: Windowing | undefined; full?: Windowing | undefined; modality: string }

/** Windows to choose from: the files' own, all values, half the width, and for CT those of its tissues. */
export const presetsOf = ({ recorded, full, modality }: Known): Preset[] => {
  const base = recorded ?? full
  return [
    ...(base ? [{ name: 'recorded' as const, windowing: base }] : []),
    ...(full ? [{ name: 'full' as const, windowing: full }] : []),
    ...(base
      ? [{ name: 'high' as const, windowing: shownWindowing({ center: base.center, width: base.width / 2 }) }]
      : []),
    ...(modality === 'CT'
      ? (Object.keys(tissues) as Tissue[]).map((name) => ({ name, windowing: tissues[name] }))
      : []),
  ]
}
