import { about, aboutLead } from './about.ts'
import { ReadingPage } from './ReadingPage.tsx'

export const Component = () => <ReadingPage title="About us" lead={aboutLead} sections={about} />
