import { join } from 'node:path'
import { ownLog } from '../anchors/anchor-folder.ts'
import { type LogStart, openAnchorLog } from '../anchors/anchor-log.ts'
import { loadAuditKeys } from '../anchors/audit-key.ts'
import { copiesOf, startCopying } from '../anchors/copies.ts'
import { headWriter } from '../anchors/write-heads.ts'
import type { Log } from '../base/log.ts'
import type { Database } from '../database/db.ts'
import type { Config } from '../settings/config.ts'
import { type AuditAction, allProjects, writeSystemAudit } from './audit.ts'
import { startSealing } from './audit-seal.ts'

const actionOf: Record<Exclude<LogStart, 'continued'>, AuditAction> = {
  begun: 'audit.begin_anchors',
  'next key': 'audit.change_key',
}

/** Opens this node's log of anchors, and starts sealing, anchoring and copying. Returns a function that stops them in order. */
export const startAnchors = async (config: Config, database: Database, log: Log) => {
  const keys = await loadAuditKeys(config, { create: config.demo })
  if (!keys) throw new Error(`The audit key ${config.auditKeyFile} is missing.`)
  const anchors = await openAnchorLog(join(config.dataDir, ownLog), keys)
  try {
    const { beginning, keyId } = anchors
    if (beginning !== 'continued')
      await database.unscoped('every project learns which key signs its anchors', async (db) =>
        writeSystemAudit(db, actionOf[beginning], await allProjects(db), keyId, 'start'),
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
