/** What an audit row of this feature says to the patient whose record it is about. */
export const careMessageAuditWords = {
  'care_message.list': 'Looked at the list of your messages',
  'care_message.inbox': 'Saw the subject of your messages in the inbox',
  'care_message.read': 'Read your messages',
  'care_message.see': 'Saw new messages',
  'care_message.start': 'Started a new conversation',
  'care_message.send': 'Wrote a message',
  'care_message.close': 'Closed a conversation',
  'care_message.assign': 'Decided who answers your messages',
}
