import { type ActionsByKind, neutral, reading, request, work } from '../../platform/audit/action-rules.ts'

export const documentsAuditActions = {
  files: {
    'document.list': reading('Looked at the list of your files', { staff: 'Looked at the list of files' }),
    'document.read': reading('Opened a file'),
    'document.upload': request('Added a file'),
    'file.clean': neutral('Checked one of your files for viruses and found none', {
      staff: 'Checked a file for viruses and found none',
    }),
    'file.quarantine': neutral('Locked one of your files, because a virus was found in it', {
      staff: 'Locked a file, because a virus was found in it',
    }),
    'file.broken': neutral('Could not open a file that was damaged in storage', { isRefusal: true }),
    'document.categorize': work('Changed the category of a file'),
  },
  deletions: {
    'document.delete': work('Deleted a file'),
    'document.purge': neutral('Permanently removed a deleted file'),
  },
} satisfies ActionsByKind
