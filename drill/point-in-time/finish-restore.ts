import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const cli = fileURLToPath(new URL('../../server/src/cli.ts', import.meta.url))

const fornix = async (environment: Record<string, string>, ...words: string[]) => {
  const env = { ...process.env, LOG_LEVEL: 'silent', ...environment }
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...words], { env, maxBuffer: 2 ** 26 })
  return stdout
}

/** What is wrong with the audit trail, a sentence each. */
export const auditProblems = (environment: Record<string, string>, ...words: string[]) =>
  fornix(environment, 'verify-audit', ...words).then(
    () => [],
    (error: Error) => error.message.split('\n').slice(1).filter(Boolean),
  )

/** What docs/OPERATIONS.md says to do before the portal starts. */
export const finishRestore = async (environment: Record<string, string>, reason: string, known: string[]) => {
  const said = await fornix(environment, 'after-restore')
  const opened = Number(/(\d+) of them were opened/.exec(said)?.[1] ?? 0)
  const isNew = (problem: string) => !known.includes(problem)
  const found = (await auditProblems(environment)).filter(isNew)
  if (found.length === 0) return { opened, problems: found }
  return { opened, problems: (await auditProblems(environment, '--accept-restore', reason)).filter(isNew) }
}
