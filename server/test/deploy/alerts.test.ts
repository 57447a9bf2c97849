import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { openMetrics } from '../../src/platform/metrics/metrics.ts'
import { testApp } from '../harness.ts'

const deploy = new URL('../../../deploy/', import.meta.url)
const { platform } = await testApp()
const metrics = openMetrics(platform)
afterAll(() => metrics.close())
const series = new Set([...(await metrics.text()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))

test.each(['prometheus/alerts.yml', 'grafana/fornix.json'])('%s asks for series that the portal has', async (file) => {
  const text = await readFile(new URL(file, deploy), 'utf8')
  const asked = [...text.matchAll(/\b((?:fornix|nodejs|process)_[a-z0-9_]+)/g)].map(([, name = '']) =>
    name.replace(/_(count|sum|bucket)$/, ''),
  )
  expect(asked.length).toBeGreaterThan(15)
  expect(asked.filter((name) => !series.has(name))).toEqual([])
})

test.skipIf(!existsSync('/usr/bin/promtool'))('each alert rises on what it is for, and rests on what is usual', () => {
  const cwd = fileURLToPath(new URL('prometheus', deploy))
  const promtool = (...args: string[]) => execFileSync('promtool', args, { cwd, stdio: 'pipe' }).toString()
  expect(promtool('check', 'rules', 'alerts.yml')).toContain('SUCCESS')
  expect(promtool('check', 'config', '--syntax-only', 'prometheus.yml')).toContain('SUCCESS')
  expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS')
})
