import { messages } from './messages.ts'
import { privacy, privacyLead } from './privacy.ts'
import { ReadingPage } from './ReadingPage.tsx'

export const PrivacyPage = () => (
  <ReadingPage title="Privacy Policy" lead={privacyLead} note={messages.lastUpdated} sections={privacy} />
)
