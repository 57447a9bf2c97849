import type { SavedShape } from '@fornix/contract'

/** Far less than a pixel; more digits would only be carried along. */
const rounded = (value: number) => Math.round(value * 1000) / 1000
export const plain = ({ series, instance, frame, shape, points }: SavedShape): SavedShape => ({
  series,
  instance,
  frame,
  shape,
  points: points.map(({ x, y }) => ({ x: rounded(x), y: rounded(y) })),
})

/** Shapes have no names on the server: what is the same in every number is the same. */
const textOf = (one: SavedShape) => JSON.stringify(plain(one))

/** For each of `others` one that is the same is left out. */
const without = <S extends SavedShape>(shapes: readonly S[], others: readonly SavedShape[]): S[] => {
  const left = others.map(textOf)
  return shapes.filter((one) => {
    const at = left.indexOf(textOf(one))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** What has become of `base` in another window, to be done here, too; what both did is done once. */
export const changesElsewhere = <S extends SavedShape>(
  base: readonly SavedShape[],
  theirs: readonly SavedShape[],
  mine: readonly S[],
) => {
  const removed = without(without(base, theirs), without(base, mine))
  return { remaining: without(mine, removed), added: without(without(theirs, base), without(mine, base)) }
}
