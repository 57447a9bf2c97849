import { company, companyLead } from './about.ts'
import { ReadingPage } from './ReadingPage.tsx'

export const CompanyPage = () => <ReadingPage title="About the company" lead={companyLead} sections={company} />
