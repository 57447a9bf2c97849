import { MemberMessage } from '@fornix/contract'
import { Alert, Anchor, Box } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useDraft } from '../../platform/drafts/draft.ts'
import { signedInAs } from '../../platform/session/acted-for.ts'
import { type Session, useSession } from '../../platform/session/session.tsx'
import { DraftNote } from '../../ui/form/DraftNote.tsx'
import { ContactForm } from './ContactForm.tsx'
import { messages } from './messages.ts'
import { useContact, useContactForm } from './use-contact.ts'

const Signed = ({ session }: { session: Session }) => {
  const { first_name, last_name, email } = signedInAs(session)
  const isPatient = session.role === 'Patient'
  const form = useContactForm(
    { firstName: first_name, lastName: last_name, email, subject: '', helpMessage: '' },
    MemberMessage,
  )
  const draft = useDraft('contact', form)
  const back = isPatient ? paths.profile : paths.patientList
  const contact = useContact({ form, draft, sentences: messages.member, back })
  return (
    <>
      {isPatient && (
        <Alert role="note" color="blue" mb="md" icon={<IconMessages aria-hidden />}>
          {messages.careTeam.lead}{' '}
          <Anchor component={Link} to={paths.messages} inherit fw={600} td="underline">
            {messages.careTeam.link}
          </Anchor>
        </Alert>
      )}
      <Box mb={draft.savedAt === null ? undefined : 'md'}>
        <DraftNote draft={draft} busy={form.submitting} />
      </Box>
      <ContactForm contact={contact} member />
    </>
  )
}

/** /contactUs: name and email come from the session, and are shown as text. */
export const ContactPage = () => {
  const session = useSession()
  return session && <Signed session={session} key={session.user.email} />
}
