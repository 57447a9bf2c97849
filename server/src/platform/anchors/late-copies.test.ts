import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { anchorsCopied } from '../base/signals.ts'
import { openMetrics } from '../metrics/metrics.ts'

const { app, platform } = await testApp()
const metrics = openMetrics(platform)
afterAll(() => metrics.close())
const anchorsOf = async () => (await app.inject('/readyz')).json().anchors
const waiting = async () => /fornix_audit_copy_waiting_seconds\{copy="syslog"\} (\d+)/.exec(await metrics.text())?.[1]

test('a copy of the anchors that is late is told by the metrics at once, and by /readyz after ten minutes', async () => {
  expect(await anchorsOf()).toBe('ok')
  anchorsCopied.publish({ copy: 'syslog', waitingSince: Date.now() - 60_000 })
  expect([await anchorsOf(), Number(await waiting()) >= 60]).toEqual(['ok', true])
  anchorsCopied.publish({ copy: 'syslog', waitingSince: Date.now() - 11 * 60_000 })
  expect(await anchorsOf()).toBe('not copied: syslog')
  anchorsCopied.publish({ copy: 'syslog', waitingSince: null })
  expect([await anchorsOf(), await waiting()]).toEqual(['ok', '0'])
})
