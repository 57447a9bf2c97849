import { t } from '../../platform/language/t.ts'
import { messages } from './messages.ts'
import { ReadingPage } from './ReadingPage.tsx'
import { terms, termsLead } from './terms.ts'

export const TermsPage = () => (
  <ReadingPage title={t('Terms and Conditions')} lead={termsLead} note={messages.lastUpdated} sections={terms} />
)
