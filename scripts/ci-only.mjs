import { existsSync } from 'node:fs'
import { join } from 'node:path'
import ciOnly from './ci-only.json' with { type: 'json' }
import { root } from './install.mjs'

/**
 * Test files, and folders of them, that only `npm test -- --all` runs, as CI does: `docs/decisions/0097-tests-that-only-ci-runs.md`.
 * Throws when one is gone.
 */
const listed = (workspace) =>
  ciOnly[workspace].map((path) => {
    if (existsSync(join(root, workspace, path))) return path
    throw new Error(`scripts/ci-only.json names ${workspace}/${path}, which is gone`)
  })

/** Arguments of vitest. */
export const exceptCiOnly = (workspace) =>
  listed(workspace).flatMap((path) => ['--exclude', /\.tsx?$/.test(path) ? path : `${path}/**`])

/** Arguments of Playwright, which has no list of files to leave out, but compares the names of files, too. */
export const exceptCiOnlyJourneys = () => {
  const files = listed('e2e')
  return files.length > 0 ? ['--grep-invert', files.join('|').replaceAll('.', '\\.')] : []
}
