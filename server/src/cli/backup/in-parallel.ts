import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline/promises'

export const linesOf = async function* (path: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(path) })
}

/** Processes each item, at most `maxConcurrent` at a time; the first failure ends it. */
export const inParallel = async <T>(
  items: AsyncGenerator<T>,
  maxConcurrent: number,
  work: (item: T) => Promise<void>,
) => {
  const worker = async () => {
    for (let next = await items.next(); !next.done; next = await items.next()) await work(next.value)
  }
  const workers = Array.from({ length: maxConcurrent }, worker)
  try {
    await Promise.all(workers)
  } catch (error) {
    await items.return(undefined)
    await Promise.allSettled(workers)
    throw error
  }
}
