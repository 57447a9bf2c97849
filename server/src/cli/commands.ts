import { access } from './access.ts'
import { adminInvite } from './admin-invite.ts'
import { auditExport } from './audit-export.ts'
import { auditKey } from './audit-key.ts'
import { afterRestore } from './backup/after-restore.ts'
import { backup } from './backup/backup.ts'
import { restore } from './backup/restore.ts'
import type { Command } from './command.ts'
import { migrate } from './database/migrate.ts'
import { databasePrepare } from './database/prepare.ts'
import { dbTypes } from './db-types.ts'
import { evidence } from './evidence/evidence.ts'
import { verifyEvidence } from './evidence/verify-evidence.ts'
import { importDicom } from './import/import-dicom.ts'
import { keysRecover } from './keys/recover.ts'
import { keysRotate } from './keys/rotate.ts'
import { projectErase, projectMoved, projectRelease } from './project/after-move.ts'
import { projectExport } from './project/export.ts'
import { projectImport } from './project/import.ts'
import { projectCertificate } from './project-certificate.ts'
import { projectCreate } from './project-create.ts'
import { projectHost } from './project-host.ts'
import { recordDrill } from './record-drill.ts'
import { seed } from './seed.ts'
import { twoStepRemove } from './two-step-remove.ts'
import { vapid } from './vapid.ts'
import { verifyAudit } from './verify-audit.ts'
import { verifyForm } from './verify-form.ts'

export const commands: readonly Command[] = [
  databasePrepare,
  migrate,
  projectCreate,
  projectHost,
  projectCertificate,
  projectExport,
  projectImport,
  projectMoved,
  projectRelease,
  projectErase,
  adminInvite,
  twoStepRemove,
  importDicom,
  seed,
  backup,
  restore,
  afterRestore,
  auditKey,
  vapid,
  verifyAudit,
  verifyForm,
  auditExport,
  evidence,
  verifyEvidence,
  recordDrill,
  keysRotate,
  keysRecover,
  access,
  dbTypes,
]
