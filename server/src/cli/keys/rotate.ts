import { z } from 'zod'
import { addMasterKey } from '../../platform/files/encryption/master-keys.ts'
import { rotateKeys } from '../../platform/files/encryption/rotate-keys.ts'
import { CommandFailed, defineCommand } from '../command.ts'
import { projectBySlug, withDatabase } from '../open-database.ts'

const yes = z.literal(true).optional()

export const keysRotate = defineCommand({
  name: 'keys rotate',
  summary: 'Make a new master key, and new project keys for new files, while the program runs',
  options: z.object({
    master: yes.describe('only the master key'),
    projects: yes.describe('only the project keys, of all projects'),
    project: z.string().optional().describe('only the key of this project, by its slug'),
  }),
  run: ({ master, projects, project: slug }, context) =>
    withDatabase(context, async ({ database, config, masters }) => {
      const all = !master && !projects && !slug
      const project = slug && (await projectBySlug(database, slug))
      const addMaster = () => {
        if (!config.MASTER_KEY) return addMasterKey(config.keyFile)
        if (masters.all().length > 1) return Promise.resolve()
        throw new CommandFailed(
          'The master key comes from MASTER_KEY. Put a new one (openssl rand -base64 32) and a comma before it, restart every node, and run this again.',
        )
      }
      const { rewrapped, made, lost } = await rotateKeys(database, masters, {
        addMaster: all || master ? addMaster : undefined,
        newKeysFor: project || (all || projects ? 'all' : undefined),
      })
      context.print(`${rewrapped} project keys are wrapped by the master key that comes first, ${made} are new.`)
      if (made > 0) context.print('Programs that run use the new ones within a minute.')
      if (lost.length > 0) throw new CommandFailed(`These project keys do not open: ${lost.join(', ')}.`)
    }),
})
