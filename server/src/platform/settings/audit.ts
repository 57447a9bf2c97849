import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseAuditKeys } from '../anchors/audit-key.ts'
import { codeOf } from '../base/unknown-error.ts'
import type { Problem } from './from-files.ts'

type Given = {
  DATA_DIR: string
  AUDIT_KEY_FILE?: string | undefined
  AUDIT_COPY_FILE?: string | undefined
  AUDIT_SYSLOG_URL?: string | undefined
}

/** The path with all links resolved, even if it does not exist yet. */
const real = (path: string): string =>
  existsSync(path) || dirname(path) === path ? realpathSync(path) : join(real(dirname(path)), basename(path))
const isInside = (path: string, folder: string) => `${real(resolve(path))}/`.startsWith(`${real(resolve(folder))}/`)

const keyProblem = (path: string) => {
  try {
    parseAuditKeys(readFileSync(path, 'utf8'))
    return null
  } catch (error) {
    const code = codeOf(error)
    if (code && !code.startsWith('ERR_')) return `cannot be read (${code})`
    return 'must begin with an Ed25519 private key in PEM; npm run fornix -- audit-key FILE makes one'
  }
}

/** The key that signs the audit trail's anchors, and the copies of them, must be out of reach of anyone with the data folder. */
export const auditProblems = ({ DATA_DIR, AUDIT_KEY_FILE, AUDIT_COPY_FILE, AUDIT_SYSLOG_URL }: Given): Problem[] => {
  const problems: Problem[] = []
  if (AUDIT_KEY_FILE) {
    const problem = isInside(AUDIT_KEY_FILE, DATA_DIR)
      ? 'lies inside DATA_DIR: whoever has that folder could sign an audit trail of their own; keep the key elsewhere, e.g. /etc/fornix/audit.key'
      : keyProblem(AUDIT_KEY_FILE)
    if (problem) problems.push(['AUDIT_KEY_FILE', problem])
  }
  if (AUDIT_COPY_FILE && isInside(AUDIT_COPY_FILE, DATA_DIR))
    problems.push(['AUDIT_COPY_FILE', 'lies inside DATA_DIR; a copy belongs on another mount'])
  const syslog = AUDIT_SYSLOG_URL ? new URL(AUDIT_SYSLOG_URL).searchParams : new URLSearchParams()
  const unknown = [...syslog.keys()].find((name) => !['ca', 'cert', 'key'].includes(name))
  if (unknown || syslog.has('cert') !== syslog.has('key'))
    problems.push(['AUDIT_SYSLOG_URL', 'takes the options ca, cert and key, the last two together'])
  for (const [name, path] of syslog)
    try {
      readFileSync(path)
    } catch (error) {
      problems.push(['AUDIT_SYSLOG_URL', `the file of its option ${name} cannot be read (${codeOf(error)})`])
    }
  return problems
}
