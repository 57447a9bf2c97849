/** VOI LUT Function: how a window turns values into brightness (PS3.3 C.11.2.1.3). */
export type WindowShape = 'LINEAR' | 'LINEAR_EXACT' | 'SIGMOID'

/** The one a file names; LINEAR if it names none. */
export const windowShapeOf = (named: string): WindowShape =>
  named === 'SIGMOID' || named === 'LINEAR_EXACT' ? named : 'LINEAR'

/** A value's brightness in a window of this shape: from 0, black, to 1, or beyond on either side. */
export const lightOf = (shape: WindowShape, center: number, width: number): ((value: number) => number) => {
  if (shape === 'SIGMOID') return (value) => 1 / (1 + Math.exp((-4 * (value - center)) / width))
  // LINEAR counts whole values, and a window has at least one; diffusion maps have narrower ones.
  if (shape === 'LINEAR_EXACT' || width < 1) return (value) => (value - center) / width + 0.5
  // PS3.3 C.11.2.1.2.1: the center is half a value lower. A width of one is a threshold.
  if (width === 1) return (value) => (value > center - 0.5 ? 1 : 0)
  return (value) => (value - (center - 0.5)) / (width - 1) + 0.5
}
