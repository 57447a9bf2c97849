import { t } from '../../platform/language/t.ts'
import { about, aboutLead } from './about.ts'
import { ReadingPage } from './ReadingPage.tsx'

export const AboutPage = () => <ReadingPage title={t('About us')} lead={aboutLead} sections={about} />
