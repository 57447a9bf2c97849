/** Lets at most so many pieces of work run at once; the others wait in the order in which they came. */
export const inTurn = (atOnce: number) => {
  let free = atOnce
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await work()
    } finally {
      // The place is handed on, so that a newcomer cannot slip in between.
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

/** As `inTurn`, with places for each key: nobody's work waits behind somebody else's. */
export const inTurnOf = (atOnce: number) => {
  const turns = new Map<string, { turn: ReturnType<typeof inTurn>; users: number }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const own = turns.get(key) ?? { turn: inTurn(atOnce), users: 0 }
    turns.set(key, own)
    own.users++
    try {
      return await own.turn(work)
    } finally {
      if (--own.users === 0) turns.delete(key)
    }
  }
}
