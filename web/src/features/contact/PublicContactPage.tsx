import { VisitorMessage } from '@fornix/contract'
import { Container } from '@mantine/core'
import { Navigate } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useSession } from '../../platform/session/session.tsx'
import { VisitorGuard } from '../../ui/dialog/VisitorGuard.tsx'
import { ContactForm } from './ContactForm.tsx'
import { messages } from './messages.ts'
import { useContact, useContactForm } from './use-contact.ts'

const initial = { firstName: '', lastName: '', email: '', subject: '', helpMessage: '' }

/** /ContactUsLanding; signed-in users are known already and write on the other page. */
export const PublicContactPage = () => {
  const session = useSession()
  const form = useContactForm(initial, VisitorMessage)
  const contact = useContact({ form, sentences: messages.visitor, back: paths.about })
  if (session) return <Navigate to={paths.contact} replace />
  return (
    <Container size="lg" py={{ base: 32, sm: 56 }}>
      <VisitorGuard isDirty={contact.isDirty} isSending={contact.isSending} />
      <ContactForm contact={contact} member={false} />
    </Container>
  )
}
