import { lazyPart } from '../../ui/state/lazy-part.tsx'

// Most visits only read: the form's components load when the user presses Edit.
export const ContactFields = lazyPart(async () => (await import('./fields.tsx')).ContactFields)
export const StudyFields = lazyPart(async () => (await import('./fields.tsx')).StudyFields)
export const MedicalFields = lazyPart(async () => (await import('./fields.tsx')).MedicalFields)
