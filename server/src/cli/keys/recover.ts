import { createPrivateKey } from 'node:crypto'
import { resolve } from 'node:path'
import { z } from 'zod'
import { codeOf } from '../../platform/base/unknown-error.ts'
import { writeMasterKeys } from '../../platform/files/encryption/master-keys.ts'
import { readConfig } from '../../platform/settings/config.ts'
import { recoverMasters } from '../backup/manifest.ts'
import { readRecoveryKey } from '../backup/recovery-key-file.ts'
import { CommandFailed, defineCommand } from '../command.ts'

export const keysRecover = defineCommand({
  name: 'keys recover',
  summary: 'Write a lost key file anew, from a backup that was made with --recovery-key',
  options: z.object({
    backup: z.string().min(1).describe('the backup'),
    'recovery-key': z
      .string()
      .min(1)
      .describe('the private half, as PEM; its passphrase, where it has one, comes from RECOVERY_KEY_PASSPHRASE'),
  }),
  argument: 'backup',
  run: async ({ backup, 'recovery-key': file }, { environment, print }) => {
    const { keyFile, MASTER_KEY } = readConfig('demo', environment)
    if (MASTER_KEY) throw new CommandFailed('MASTER_KEY is set, so no key file is read. Unset it first.')
    const passphrase = environment['RECOVERY_KEY_PASSPHRASE']
    // Without a passphrase OpenSSL would ask the terminal for one.
    const recoveryKey = await readRecoveryKey(file, (key) => createPrivateKey({ key, passphrase: passphrase ?? '' }))
    const masters = await recoverMasters(resolve(backup), recoveryKey)
    await writeMasterKeys(keyFile, masters).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
      throw new CommandFailed(`${keyFile} is there already, and was not changed. Move it away first.`)
    })
    print(`${keyFile} holds the master keys of ${resolve(backup)} again. Keep a copy of it elsewhere.`)
  },
})
