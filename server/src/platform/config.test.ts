import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readConfig, settingNames } from './config.ts'

test('.env.example explains every setting, and names no other', async () => {
  const example = await readFile(new URL('../../../.env.example', import.meta.url), 'utf8')
  const named = [...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name)
  expect(named.toSorted()).toEqual(settingNames.toSorted())
  expect(example).not.toMatch(/^\w+=.*\n\w+=/m)
})

test('an empty setting counts as not set', () => {
  expect(readConfig('demo', { PORT: '', PUBLIC_URL: '' })).toMatchObject({
    PORT: 3000,
    publicUrl: 'http://localhost:3000',
  })
})

test.each(['true', '1', 'proxy.example', '0.0.0.0/0', '::/0', '10.0.0.1 10.0.0.2', '10.0.0.1/8/8'])(
  'the proxy %j is none that could be trusted',
  (TRUST_PROXY) => {
    expect(() => readConfig('demo', { TRUST_PROXY })).toThrow('TRUST_PROXY: needs addresses or ranges of proxies')
  },
)

test('proxies are addresses and ranges, with or without blanks between them', () => {
  expect(readConfig('demo', { TRUST_PROXY: '10.0.0.1, 10.1.0.0/16,2001:db8::/32' }).TRUST_PROXY).toEqual([
    '10.0.0.1',
    '10.1.0.0/16',
    '2001:db8::/32',
  ])
  expect(readConfig('demo', {}).TRUST_PROXY).toEqual([])
})
