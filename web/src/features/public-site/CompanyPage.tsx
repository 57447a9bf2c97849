import { t } from '../../platform/language/t.ts'
import { company, companyLead } from './about.ts'
import { ReadingPage } from './ReadingPage.tsx'

export const CompanyPage = () => <ReadingPage title={t('About the company')} lead={companyLead} sections={company} />
