import { readFileSync } from 'node:fs'
import { codeOf } from '../base/unknown-error.ts'

type Environment = Record<string, string | undefined>
export type Problem = readonly [setting: string, why: string]

/**
 * Reads settings from files named by NAME_FILE, as with secrets of Docker, Kubernetes and systemd. Messages contain neither the file's
 * content nor its path: somebody may have put the secret itself there.
 */
export const settingsFromFiles = (names: readonly string[], environment: Environment) => {
  const problems: Problem[] = []
  const values: Environment = {}
  for (const name of names) {
    const path = environment[`${name}_FILE`]
    // KEY_FILE and the like are settings themselves.
    if (!path || names.includes(`${name}_FILE`)) values[name] = environment[name]
    else if (environment[name]) problems.push([name, `is given twice, by itself and by ${name}_FILE`])
    else {
      try {
        values[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
        if (values[name] === '') problems.push([name, `the file that ${name}_FILE names is empty`])
      } catch (error) {
        const code = codeOf(error) || 'unknown'
        problems.push([name, `the file that ${name}_FILE names cannot be read (${code})`])
      }
    }
  }
  return { values, problems }
}
