import { type ActionsByKind, neutral, preview, reading, request, work } from '../../platform/audit/action-rules.ts'

export const careMessageAuditActions = {
  emails: {
    'care_message.list': reading('Looked at the list of your messages', { staff: 'Looked at the list of messages' }),
    'care_message.inbox': preview('Saw the subject of your messages in the inbox', {
      staff: 'Looked at the inbox, with the subjects of messages',
    }),
    'care_message.read': reading('Read your messages', { staff: 'Read messages' }),
    'care_message.see': neutral('Saw new messages'),
    'care_message.start': request('Started a new conversation'),
    'care_message.send': request('Wrote a message'),
    'care_message.close': work('Closed a conversation'),
    'care_message.assign': work('Decided who answers your messages', { staff: 'Changed who answers messages' }),
  },
} satisfies ActionsByKind
