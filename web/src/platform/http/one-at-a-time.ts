/**
 * Runs what reads or replaces the refresh cookie, in one window of the browser at a time. Two that overlap may reach the server in another
 * order than the one in which they took their cookies: it sees a token older than the predecessor, holds it for a copy, and ends the
 * session in every window. Gives up waiting when `signal` aborts.
 */
export const oneAtATime = <T>(run: () => Promise<T>, signal: AbortSignal): Promise<T> =>
  // Without a secure context there are no locks.
  'locks' in navigator ? navigator.locks.request('fornix-refresh-cookie', { signal }, run) : run()
