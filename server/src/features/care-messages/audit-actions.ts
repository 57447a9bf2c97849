import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const careMessageAuditActions = {
  'care_message.list': {
    kind: 'emails',
    access: 'reading',
    words: 'Looked at the list of your messages',
    staff: 'Looked at the list of messages',
  },
  'care_message.inbox': {
    kind: 'emails',
    access: 'preview',
    words: 'Saw the subject of your messages in the inbox',
    staff: 'Looked at the inbox, with the subjects of messages',
  },
  'care_message.read': { kind: 'emails', access: 'reading', words: 'Read your messages', staff: 'Read messages' },
  'care_message.see': { kind: 'emails', access: 'neutral', words: 'Saw new messages' },
  'care_message.start': { kind: 'emails', access: 'request', words: 'Started a new conversation' },
  'care_message.send': { kind: 'emails', access: 'request', words: 'Wrote a message' },
  'care_message.close': { kind: 'emails', access: 'work', words: 'Closed a conversation' },
  'care_message.assign': {
    kind: 'emails',
    access: 'work',
    words: 'Decided who answers your messages',
    staff: 'Changed who answers messages',
  },
} satisfies AuditActions
