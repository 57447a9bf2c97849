/** What an audit row of this feature says to the patient whose record it is about. */
export const imagingAuditWords = {
  'images.open': 'Opened a scan in the viewer',
  'images.store': 'Added images of a scan',
  'images.download': 'Downloaded the images of a scan',
  'images.list_others': 'Looked for other scans to compare',
  'images.read': 'Looked at images of a scan',
  'images.thumbnail': 'Saw a small picture of a scan',
  'measurement.list': 'Looked at measurements of a scan',
  'measurement.save': 'Took measurements on a scan',
  'measurement.delete': 'Deleted their own measurements of a scan',
  'measurement.report': 'Saved measurements of a scan as a report',
  'measurement.release': 'Let you read measurements of a scan',
  'measurement.withdraw': 'Stopped showing you measurements of a scan',
}
