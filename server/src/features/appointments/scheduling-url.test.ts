import { getConfig } from '@fornix/contract'
import { expect, test } from 'vitest'
import { builtWeb } from '../../../test/built-web.ts'
import { testApp } from '../../../test/harness.ts'
import { readConfig } from '../../platform/settings/config.ts'

const url = 'https://booking.example/clinic?kind=mri'
const { app, as, given } = await testApp({ environment: { SCHEDULING_URL: url } })

test('another scheduling service is told to the web app, which may frame it and nothing else', async () => {
  builtWeb()
  const project = await given.project()
  expect(await as(null).call(getConfig, {}, { headers: { project } })).toMatchObject({ scheduling_url: url })
  const { headers } = await app.inject({ url: '/', headers: { accept: 'text/html' } })
  const policy = String(headers['content-security-policy']).split('; ')
  expect(policy).toContain('frame-src https://booking.example')
  expect(policy).toContain("frame-ancestors 'none'")
})

test('the portal itself is framed nowhere: a sandbox would not hold its own origin', () => {
  const PUBLIC_URL = 'https://portal.example'
  expect(() => readConfig('demo', { PUBLIC_URL, SCHEDULING_URL: `${PUBLIC_URL}/booking` })).toThrow('SCHEDULING_URL')
  expect(() => readConfig('demo', { PORT: '3000', SCHEDULING_URL: 'http://localhost:3000/' })).toThrow('SCHEDULING_URL')
})

test('an address that is none stops the start with its name', () => {
  expect(() => readConfig('demo', { SCHEDULING_URL: 'javascript:alert(1)' })).toThrow('SCHEDULING_URL')
})
