import { existsSync } from 'node:fs'
import { chmod, chown, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { newKeyPair, parseAuditKeys } from '../platform/anchors/audit-key.ts'
import { CommandFailed, defineCommand } from './command.ts'

export const auditKey = defineCommand({
  name: 'audit-key',
  summary: 'Make the key that signs the anchors of the audit trail, and FILE.pub for those who verify them',
  options: z.object({
    file: z.string().min(1).describe('where the private key goes; outside the data folder'),
    rotate: z.literal(true).optional().describe('put a new key before the one that is there'),
  }),
  argument: 'file',
  run: async ({ file, rotate }, { print }) => {
    const isThere = existsSync(file)
    if (isThere && !rotate) throw new CommandFailed(`There is a file ${file} already. --rotate puts a new key first.`)
    if (!isThere && rotate) throw new CommandFailed(`There is no file ${file} with a key to be followed.`)
    const made = newKeyPair()
    const old = isThere ? await readFile(file, 'utf8') : ''
    const text = made.privatePem + old
    const publicPems = parseAuditKeys(text).trusted.map((key) => key.export({ format: 'pem', type: 'spki' }))
    if (isThere) {
      const { mode, uid, gid } = await stat(file)
      await writeFile(`${file}.new`, text, { flag: 'wx', mode: 0o600 })
      await chmod(`${file}.new`, mode & 0o777)
      if (process.getuid?.() === 0) await chown(`${file}.new`, uid, gid)
      await rename(`${file}.new`, file)
    } else await writeFile(file, text, { flag: 'wx', mode: 0o600 })
    await writeFile(`${file}.pub`, publicPems.join(''), { mode: 0o644 })
    print(
      `${file} holds the new key ${made.id}, ${file}.pub its public half: keep a copy of that where anchors are verified.`,
    )
    if (isThere) print('Restart the portal: it announces the new key by a line that the old one signs.')
  },
})
