import { isAboutForm, type listMyScans, type RefusalGround, type ResponseOf, refusalGrounds } from '@fornix/contract'
import { Anchor, List, Title } from '@mantine/core'
import { messages } from './messages.ts'
import styles from './my-scans.module.css'

export type Contact = ResponseOf<typeof listMyScans>['contact']
export const noContact: Contact = { email: '', phone: '' }

const office = { href: 'https://www.hhs.gov/ocr/complaints', name: 'hhs.gov/ocr/complaints' }
const texts = messages.appeal

const Clinic = ({ contact: { email, phone } }: { contact: Contact }) => {
  if (!email && !phone) return texts.clinicUnknown
  return (
    <>
      {texts.clinic} {phone}
      {phone && email && ', '}
      {email && (
        <Anchor inherit href={`mailto:${email}`} td="underline">
          {email}
        </Anchor>
      )}
    </>
  )
}

/** The legal options of a patient whose request was declined (45 CFR 164.524(d)(2)). */
export const Appeal = ({ ground, contact }: { ground: RefusalGround; contact: Contact }) => (
  <section className={styles.appeal} aria-label={texts.title}>
    <Title order={3} size="h5">
      {texts.title}
    </Title>
    <List size="sm" spacing={4} mt={4}>
      {isAboutForm(ground) && <List.Item>{texts.form}</List.Item>}
      {refusalGrounds[ground].kind === 'reviewable' && <List.Item>{texts.review}</List.Item>}
      <List.Item>
        <Clinic contact={contact} />
      </List.Item>
      <List.Item>
        {texts.office}{' '}
        <Anchor inherit href={office.href} target="_blank" rel="noreferrer" td="underline">
          {office.name}
        </Anchor>
      </List.Item>
    </List>
  </section>
)
