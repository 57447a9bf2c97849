import { join } from 'node:path'
import { allProjects, writeSystemAudit } from '../audit.ts'
import { startSealing } from '../audit-seal.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db.ts'
import type { Log } from '../log.ts'
import { ownLog } from './anchor-folder.ts'
import { type Beginning, openAnchorLog } from './anchor-log.ts'
import { loadAuditKeys } from './audit-key.ts'
import { copiesOf, startCopying } from './copies.ts'
import { headWriter } from './write-heads.ts'

const told: Record<Exclude<Beginning, 'continued'>, string> = {
  begun: 'audit.begin_anchors',
  'next key': 'audit.change_key',
}

/** Opens this node's log of anchors, and begins to seal, to anchor and to copy. Returns what ends it, in order. */
export const startAnchors = async (config: Config, database: Database, log: Log) => {
  const keys = await loadAuditKeys(config, { create: config.demo })
  if (!keys) throw new Error(`The audit key ${config.auditKeyFile} is missing.`)
  const anchors = await openAnchorLog(join(config.dataDir, ownLog), keys)
  try {
    const { beginning, keyId } = anchors
    if (beginning !== 'continued')
      await database.unscoped('every project learns which key signs its anchors', async (db) =>
        writeSystemAudit(db, told[beginning], await allProjects(db), keyId, 'start'),
      )
  } catch (error) {
    await anchors.close()
    throw error
  }
  const stopCopying = startCopying(config.dataDir, copiesOf(config), log)
  const stopSealing = startSealing(database, headWriter(database, anchors), log)
  return async () => {
    await stopSealing()
    await anchors.close()
    await stopCopying()
  }
}
