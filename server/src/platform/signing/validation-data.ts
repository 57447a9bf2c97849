import { randomBytes, type X509Certificate } from 'node:crypto'
import { revocationLists } from './revocation-list.ts'
import { NoTimeStamp, type Stamping } from './time-stamp.ts'

/** What a time stamp is checked with once its authority is gone: the certificates of its chain, and each authority's revocations. */
export type ValidationData = { certificates: Buffer[]; lists: Buffer[] }

/** An authority may have several units, each with its own certificate. */
const maxChains = 3

const unique = (all: Buffer[]) => [...new Map(all.map((one) => [one.toString('base64'), one])).values()]
const nameOf = ([own]: X509Certificate[]) => own?.fingerprint256 ?? ''

/**
 * Gathered before a form is signed, so that the signature covers it: the next token most likely has the same chain as the last. The end of
 * a chain is trusted by whoever checks it, so no revocation list covers it.
 */
export const validationData = (stamp: Stamping) => {
  const chains = new Map<string, X509Certificate[]>()
  const revocationOf = revocationLists()
  const learn = (chain: X509Certificate[]) => {
    chains.set(nameOf(chain), chain)
    const [oldest] = chains.keys()
    if (chains.size > maxChains && oldest !== undefined) chains.delete(oldest)
  }
  const checked = async (chain: X509Certificate[]) => {
    const links = chain.slice(1).map((issuer, n) => ({ issuer, own: chain[n] ?? issuer }))
    const found = await Promise.all(links.map(({ own, issuer }) => revocationOf(own, issuer)))
    const lists = found.flatMap((one) => (one ? [one.der] : []))
    return {
      name: nameOf(chain),
      isRevoked: found.some((one) => one?.isRevoked),
      isWhole: lists.length === links.length,
      certificates: chain.map(({ raw }) => raw),
      lists,
    }
  }

  /** Throws `NoTimeStamp` if the authority does not respond. */
  return async () => {
    if (chains.size === 0) learn((await stamp(randomBytes(32))).chain)
    const all = await Promise.all([...chains.values()].map(checked))
    const whole = all.filter(({ isWhole, isRevoked }) => isWhole && !isRevoked)
    const data: ValidationData = {
      certificates: unique(whole.flatMap(({ certificates }) => certificates)),
      lists: unique(whole.flatMap(({ lists }) => lists)),
    }
    return {
      data: whole.length > 0 ? data : null,
      /** Whether this is enough to check a token with that chain. */
      covers: (chain: X509Certificate[]) => {
        if (all.some(({ name, isRevoked }) => isRevoked && name === nameOf(chain)))
          throw new NoTimeStamp('its certificate is revoked')
        learn(chain)
        return whole.some(({ name }) => name === nameOf(chain))
      },
    }
  }
}
export type Validation = Awaited<ReturnType<ReturnType<typeof validationData>>>
