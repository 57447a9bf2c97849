import type { SavedShape } from '@fornix/contract'

/** Far less than a pixel; more digits would be useless. */
const rounded = (value: number) => Math.round(value * 1000) / 1000
export const plain = ({ series, instance, frame, shape, points }: SavedShape): SavedShape => ({
  series,
  instance,
  frame,
  shape,
  points: points.map(({ x, y }) => ({ x: rounded(x), y: rounded(y) })),
})

/** Shapes have no ids on the server: shapes with all numbers equal are the same. */
const textOf = (one: SavedShape) => JSON.stringify(plain(one))

/** Removes one equal shape for each of `others`. */
const without = <S extends SavedShape>(shapes: readonly S[], others: readonly SavedShape[]): S[] => {
  const left = others.map(textOf)
  return shapes.filter((one) => {
    const at = left.indexOf(textOf(one))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** Changes made to `base` in another window, to be repeated here; a change made in both is applied once. */
export const changesElsewhere = <S extends SavedShape>(
  base: readonly SavedShape[],
  theirs: readonly SavedShape[],
  mine: readonly S[],
) => {
  const removed = without(without(base, theirs), without(base, mine))
  return { remaining: without(mine, removed), added: without(without(theirs, base), without(mine, base)) }
}
