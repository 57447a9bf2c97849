/** Keeps at least the last `limit` bytes that pass, and counts them all. */
export const lastBytes = (limit: number) => {
  const pieces: Buffer[] = []
  let held = 0
  let total = 0
  return {
    take(piece: Buffer) {
      pieces.push(piece)
      held += piece.length
      total += piece.length
      while (pieces[0] && held - pieces[0].length >= limit) held -= pieces.shift()?.length ?? 0
    },
    get bytes() {
      return Buffer.concat(pieces).subarray(-limit)
    },
    get total() {
      return total
    },
  }
}
