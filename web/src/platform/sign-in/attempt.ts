/** What must survive the trip to the provider's page and back. */
export type Attempt = { state: string; nonce: string; verifier: string; from: string }

const key = 'fornix-sign-in'

export const saveAttempt = (attempt: Attempt) => sessionStorage.setItem(key, JSON.stringify(attempt))

export const readAttempt = (): Attempt | undefined => {
  const kept = sessionStorage.getItem(key)
  return kept ? (JSON.parse(kept) as Attempt) : undefined
}

/** An attempt is valid for one return: a replayed address finds none. */
export const consumeAttempt = (): Attempt | undefined => {
  const attempt = readAttempt()
  sessionStorage.removeItem(key)
  return attempt
}
