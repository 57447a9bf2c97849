import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const documentsAuditActions = {
  'document.list': {
    kind: 'files',
    access: 'reading',
    words: 'Looked at the list of your files',
    staff: 'Looked at the list of files',
  },
  'document.read': { kind: 'files', access: 'reading', words: 'Opened a file' },
  'document.upload': { kind: 'files', access: 'request', words: 'Added a file' },
  'file.clean': {
    kind: 'files',
    access: 'neutral',
    words: 'Checked one of your files for viruses and found none',
    staff: 'Checked a file for viruses and found none',
  },
  'file.quarantine': {
    kind: 'files',
    access: 'neutral',
    words: 'Locked one of your files, because a virus was found in it',
    staff: 'Locked a file, because a virus was found in it',
  },
  'file.broken': {
    kind: 'files',
    access: 'neutral',
    words: 'Could not open a file that was damaged in storage',
    isRefusal: true,
  },
  'document.categorize': { kind: 'files', access: 'work', words: 'Changed the category of a file' },
  'document.delete': { kind: 'deletions', access: 'work', words: 'Deleted a file' },
  'document.purge': { kind: 'deletions', access: 'neutral', words: 'Permanently removed a deleted file' },
} satisfies AuditActions
