/** Collects bytes in pieces of any size and returns them in pieces of a chosen size, copying each byte at most once. */
export class ByteQueue {
  #pieces: Buffer[] = []
  length = 0

  push(piece: Buffer) {
    if (piece.length === 0) return
    this.#pieces.push(piece)
    this.length += piece.length
  }

  /** The first `count` bytes; the caller checks that there are enough. */
  take(count: number): Buffer {
    const taken = this.takePieces(count)
    return taken.length === 1 ? taken[0]! : Buffer.concat(taken)
  }

  /** The same bytes as the original pieces, without copying. */
  takePieces(count: number): Buffer[] {
    const taken: Buffer[] = []
    let missing = count
    while (missing > 0) {
      const piece = this.#pieces[0]
      if (!piece) throw new Error('The queue holds fewer bytes than asked for')
      const part = piece.subarray(0, missing)
      taken.push(part)
      missing -= part.length
      if (part.length < piece.length) this.#pieces[0] = piece.subarray(part.length)
      else this.#pieces.shift()
    }
    this.length -= count
    return taken
  }
}
