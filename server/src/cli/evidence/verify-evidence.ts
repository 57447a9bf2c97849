import { resolve } from 'node:path'
import { z } from 'zod'
import { readConfig } from '../../platform/settings/config.ts'
import { CommandFailed, defineCommand } from '../command.ts'
import { trustedKeys } from '../verify-audit.ts'
import { sealProblems } from './seal.ts'

export const verifyEvidence = defineCommand({
  name: 'verify-evidence',
  summary: 'Check that a folder of evidence is as it was written; needs no database',
  options: z.object({
    folder: z.string().min(1).describe('the folder'),
    'public-key': z.string().optional().describe('the public audit key; without it, that of AUDIT_KEY_FILE'),
  }),
  argument: 'folder',
  run: async ({ folder, 'public-key': publicKey }, { environment, print }) => {
    const keys = await trustedKeys(readConfig('demo', environment), publicKey)
    if (!keys)
      throw new CommandFailed('No public key is given: name its file with --public-key, or set AUDIT_KEY_FILE.')
    const problems = await sealProblems(resolve(folder), keys)
    if (problems.length > 0) throw new CommandFailed(problems.join('\n'))
    print(`${resolve(folder)} is as it was written.`)
  },
})
