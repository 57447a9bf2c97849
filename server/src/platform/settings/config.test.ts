import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readConfig, settingNames } from './config.ts'

test('.env.example explains every setting, and names no other', async () => {
  const example = await readFile(new URL('../../../../.env.example', import.meta.url), 'utf8')
  const named = [...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name)
  expect(named.toSorted()).toEqual(settingNames.toSorted())
  expect(example).not.toMatch(/^\w+=.*\n\w+=/m)
})

test.each([
  ['ftp://files', 'needs a file: folder or an s3: bucket'],
  ['s3://Files_', 'needs the name of a bucket'],
  ['s3://files', 'needs a region, or the endpoint of a server'],
  ['s3://files?endpoint=minio:9000', 'needs an http or https address as its endpoint'],
  ['s3://key:secret@files?region=eu-central-1', 'takes no secrets'],
  ['s3://files?region=eu-central-1&acl=public', 'knows endpoint and region, and nothing else'],
])('files do not go to %s', (FILES_URL, problem) => {
  expect(() => readConfig('demo', { FILES_URL })).toThrow(`FILES_URL: ${problem}`)
})

test('a bucket is named with its folder, endpoint and region, and its key comes with its secret', () => {
  const FILES_URL = 's3://files/clinic/a?endpoint=https://objects.example&region=eu-1'
  expect(readConfig('demo', { FILES_URL }).objectStore).toEqual({
    bucket: 'files',
    prefix: 'clinic/a/',
    endpoint: 'https://objects.example',
    region: 'eu-1',
  })
  expect(() => readConfig('demo', { FILES_URL, S3_ACCESS_KEY_ID: 'a' })).toThrow('S3_SECRET_ACCESS_KEY: needed')
})

test('a comma in the password of a database is none between hosts', () => {
  const DATABASE_URL = 'postgres://a:b,c@db.example/x,y'
  expect(readConfig('demo', { DATABASE_URL })).toMatchObject({ DATABASE_URL })
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

test.each([
  ['PORT', 'abc', 'needs a whole number from 0 to 65535, such as 3000'],
  ['MAX_CONNECTIONS', '-1', 'needs a whole number from 1 to 100000, such as 5000'],
  ['MAX_LAG_MS', '1e9', 'needs a whole number from 20 to 60000, such as 1000'],
  ['METRICS_PORT', '1.5', 'needs a whole number from 0 to 65535, such as 9464'],
  ['DATABASE_URL', 'nonsense', 'needs an address such as postgres://fornix:secret@db.example:5432/fornix'],
  ['DATABASE_URL', 'postgres://a:b@h1,h2/x?target_session_attrs=read-write', 'takes one host; for several servers'],
  ['DATABASE_SYSTEM_URL', 'postgresql://a:b@h1:5432,h2:5432/x', 'takes one host; for several servers'],
  ['DATABASE_DIRECT_URL', 'postgres://h1,h2/x', 'takes one host; for several servers'],
  ['TSA_URL', 'http://time.example/tsr', 'needs an https address such as https://time.example/tsr'],
  ['SMTP_URL', 'bad', 'needs an address such as smtp://user:secret@mail.example:587'],
  ['OIDC_ISSUER', 'x', 'needs an address such as https://id.portal.example'],
  ['IDENTITY', 'okta', 'needs one of these words: demo, google, oidc, password'],
  ['RESET_UNIFORM', 'maybe', 'needs true or false'],
  ['VIEWER_URL_TEMPLATE', 'https://viewer.example', 'needs {study} where the scan goes: https://viewer.example'],
])('%s=%s is answered with what it needs', (name, value, sentence) => {
  expect(() => readConfig('demo', { [name]: value })).toThrow(`${name}: ${sentence}`)
})
