/** What `load` returns, loaded again only once it is older than `milliseconds`; calls in between share one promise. */
export const cachedFor = <T>(milliseconds: number, load: () => Promise<T>) => {
  let cached: { at: number; value: Promise<T> } | undefined
  return () => {
    if (!cached || performance.now() - cached.at >= milliseconds) cached = { at: performance.now(), value: load() }
    return cached.value
  }
}
