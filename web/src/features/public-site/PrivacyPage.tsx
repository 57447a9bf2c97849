import { messages } from './messages.ts'
import { privacy, privacyLead } from './privacy.ts'
import { ReadingPage } from './ReadingPage.tsx'

export const Component = () => (
  <ReadingPage title="Privacy Policy" lead={privacyLead} note={messages.lastUpdated} sections={privacy} />
)
