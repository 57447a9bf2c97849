import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/platform/settings/config.ts'

const folder = new URL('../../../deploy/pgbackrest/', import.meta.url)
const program = '/usr/bin/pgbackrest'
const setting = async (file: string, name: string) =>
  Number(new RegExp(`^${name} ?= ?(\\d+)$`, 'm').exec(await readFile(new URL(file, folder), 'utf8'))?.[1])

test.skipIf(!existsSync(program))('pgBackRest knows every line of the shipped settings', () => {
  const { stdout, stderr, status } = spawnSync(
    program,
    [
      `--config=${fileURLToPath(new URL('pgbackrest.conf', folder))}`,
      '--repo1-path=/tmp/fornix-no-repository',
      '--log-level-file=off',
      '--log-level-console=warn',
      'info',
    ],
    { env: { PGBACKREST_REPO1_CIPHER_PASS: 'x' }, encoding: 'utf8' },
  )
  expect([status, stderr, stdout]).toEqual([0, '', 'No stanzas exist in the repository.\n'])
})

test('what is shipped loses at most a minute, and files stay longer than the archive reaches back', async () => {
  expect(await setting('postgresql.conf', 'archive_timeout')).toBeLessThan(60)
  const { KEEP_REMOVED_FILES_DAYS } = readConfig('demo', {})
  expect(KEEP_REMOVED_FILES_DAYS).toBeGreaterThan(7 * (await setting('pgbackrest.conf', 'repo1-retention-full')))
})
