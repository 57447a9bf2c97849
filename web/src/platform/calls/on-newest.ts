const maxTries = 4

/**
 * Sends over `base`. If it was saved elsewhere meanwhile, `rebase` returns what to send over instead, or undefined if only the user can
 * decide that, or if there is nothing newer. If it keeps changing, the last failure is thrown.
 */
export const sendOnNewest = async <T, R>(
  base: T,
  send: (base: T) => Promise<R>,
  rebase: (error: unknown, base: T) => T | undefined | Promise<T | undefined>,
  triesLeft = maxTries,
): Promise<R> => {
  try {
    return await send(base)
  } catch (error) {
    const newest = await rebase(error, base)
    if (newest === undefined || triesLeft === 1) throw error
    return sendOnNewest(newest, send, rebase, triesLeft - 1)
  }
}
