import { about, aboutLead } from './about.ts'
import { ReadingPage } from './ReadingPage.tsx'

export const AboutPage = () => <ReadingPage title="About us" lead={aboutLead} sections={about} />
