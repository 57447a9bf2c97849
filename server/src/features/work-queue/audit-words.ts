/** What an audit row of this feature says to the patient whose record it is about. */
export const workQueueAuditWords = {
  'work_queue.assign': 'Assigned a task in your record',
}
