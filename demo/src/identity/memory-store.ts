import type { Adapter, AdapterPayload } from 'oidc-provider'

type Kept = { payload: AdapterPayload; until: number }

const maxEntries = 5000

/** What the demo provider remembers between two requests. Gone at a restart: whoever was mid sign-in starts again. */
export const memoryStore = () => {
  const entries = new Map<string, Kept>()

  const live = (key: string) => {
    const kept = entries.get(key)
    if (kept && kept.until <= Date.now()) entries.delete(key)
    return kept && kept.until > Date.now() ? kept.payload : undefined
  }
  const makeRoom = () => {
    for (const [key, { until }] of entries) {
      if (entries.size < maxEntries && until > Date.now()) break
      entries.delete(key)
    }
  }

  return (model: string): Adapter => {
    const key = (id: string) => `${model}:${id}`
    const search = async (matches: (payload: AdapterPayload) => boolean) => {
      for (const name of entries.keys()) {
        const payload = name.startsWith(key('')) ? live(name) : undefined
        if (payload && matches(payload)) return payload
      }
      return undefined
    }
    return {
      upsert: async (id, payload, expiresIn) => {
        makeRoom()
        entries.delete(key(id))
        entries.set(key(id), { payload, until: expiresIn ? Date.now() + expiresIn * 1000 : Number.POSITIVE_INFINITY })
      },
      find: async (id) => live(key(id)),
      findByUid: (uid) => search((payload) => payload.uid === uid),
      findByUserCode: (code) => search((payload) => payload.userCode === code),
      consume: async (id) => {
        const payload = live(key(id))
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void entries.delete(key(id)),
      revokeByGrantId: async (grantId) => {
        for (const [name, { payload }] of entries)
          if (name.startsWith(key('')) && payload.grantId === grantId) entries.delete(name)
      },
    }
  }
}
