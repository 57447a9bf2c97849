/** What an audit row of this feature says to the patient whose record it is about. */
export const recordMergeAuditWords = {
  'patient.compare': 'Compared your record with another one',
  'patient.merge': 'Merged another record of yours into this one',
  'patient.merge_away': 'Merged this record of yours into another one',
  'patient.undo_merge': 'Undid the merge of two records',
  'patient.unmerge': 'Separated this record again',
  'patient.read_merged': 'Read your record while it was merged with another one',
}
