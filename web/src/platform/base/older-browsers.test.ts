import { expect, test } from 'vitest'

const native = { groupBy: Map.groupBy, canParse: URL.canParse }
for (const [owner, name] of [
  [AbortSignal, 'any'],
  [Map, 'groupBy'],
  [Promise, 'withResolvers'],
  [URL, 'canParse'],
] as const)
  Reflect.deleteProperty(owner, name)
await import('./older-browsers.ts')

test('items are grouped as browsers of today group them', () => {
  const words = new Set(['bone', 'air', 'blood', 'acid'])
  const first = (word: string, index: number) => (index === 3 ? 'last' : word[0])
  expect([...Map.groupBy(words, first)]).toEqual([...native.groupBy(words, first)])
})

test.each<[address: string, base?: string]>([
  ['https://clinic.example'],
  ['clinic.example'],
  ['', 'https://clinic.example'],
  ['/a', 'nothing'],
])('%j of %j is an address or none as browsers of today say', (address, base) => {
  expect(URL.canParse(address, base)).toBe(native.canParse(address, base))
})

test('a signal of several aborts with the first, for its reason, and once', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const either = AbortSignal.any([one.signal, other.signal])
  expect(either.aborted).toBe(false)
  other.abort('left')
  one.abort('too slow')
  expect([either.aborted, either.reason]).toEqual([true, 'left'])
  expect(AbortSignal.any([one.signal]).reason).toBe('too slow')
})

test('a promise is settled from outside', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  resolve('done')
  await expect(promise).resolves.toBe('done')
  const refused = Promise.withResolvers()
  refused.reject(new Error('refused'))
  await expect(refused.promise).rejects.toThrow('refused')
})
