/** What an audit row of this feature says to the patient whose record it is about. */
export const documentsAuditWords = {
  'document.list': 'Looked at the list of your files',
  'document.read': 'Opened a file',
  'document.upload': 'Added a file',
  'file.clean': 'Checked one of your files for viruses and found none',
  'file.quarantine': 'Locked one of your files, because a virus was found in it',
  'file.broken': 'Could not open a file that was damaged in storage',
  'document.categorize': 'Changed the category of a file',
  'document.delete': 'Deleted a file',
  'document.purge': 'Permanently removed a deleted file',
}
