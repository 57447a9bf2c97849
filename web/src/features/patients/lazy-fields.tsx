import { lazyPart } from '../../ui/shell/lazy-part.tsx'
import { OfflinePart } from '../../ui/shell/OfflinePage.tsx'

// Most visits only read: what a form is made of comes when somebody presses Edit.
export const ContactFields = lazyPart(async () => (await import('./fields.tsx')).ContactFields, OfflinePart)
export const MedicalFields = lazyPart(async () => (await import('./fields.tsx')).MedicalFields, OfflinePart)
