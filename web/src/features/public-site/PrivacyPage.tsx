import { t } from '../../platform/language/t.ts'
import { messages } from './messages.ts'
import { privacy, privacyLead } from './privacy.ts'
import { ReadingPage } from './ReadingPage.tsx'

export const PrivacyPage = () => (
  <ReadingPage title={t('Privacy Policy')} lead={privacyLead} note={messages.privacyUpdated} sections={privacy} />
)
