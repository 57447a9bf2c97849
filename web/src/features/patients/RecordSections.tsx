import { Stack } from '@mantine/core'
import { ContactSection } from './ContactSection.tsx'
import { MedicalSection } from './MedicalSection.tsx'
import { NotesSection } from './NotesSection.tsx'
import { StudySection } from './StudySection.tsx'
import type { StaffRecord } from './use-patient-record.ts'

/** What staff read and change on a record's first tab. */
export const RecordSections = ({ record }: { record: StaffRecord }) => (
  <Stack gap="lg">
    <ContactSection record={record} />
    <StudySection record={record} />
    <NotesSection record={record} />
    <MedicalSection record={record} own={false} />
  </Stack>
)
