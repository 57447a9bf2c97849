import { Button, Card, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { FailureModal } from '../../ui/dialog/FailureModal.tsx'
import { ThanksModal } from '../../ui/dialog/ThanksModal.tsx'
import { Email } from '../../ui/display/Email.tsx'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { SummaryList } from '../../ui/display/SummaryList.tsx'
import { EmailField } from '../../ui/form/EmailField.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { LongText } from '../../ui/form/LongText.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { ContactCard } from './ContactCard.tsx'
import styles from './contact.module.css'
import { messages } from './messages.ts'
import type { Contact, ContactValues } from './use-contact.ts'

type LineProps = { contact: Contact; name: 'firstName' | 'lastName' | 'subject'; autoComplete?: string }

const Line = ({ contact: { form }, name, ...props }: LineProps) => (
  <TextInput label={messages.fields[name]} required withAsterisk={false} {...props} {...form.getInputProps(name)} />
)

const Visitor = ({ contact }: { contact: Contact }) => (
  <>
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <Line contact={contact} name="firstName" autoComplete="given-name" />
      <Line contact={contact} name="lastName" autoComplete="family-name" />
    </SimpleGrid>
    <EmailField
      label={messages.fields.email}
      description={messages.replyTo}
      required
      withAsterisk={false}
      {...contact.form.getInputProps('email')}
    />
  </>
)

const Member = ({ firstName, lastName, email }: ContactValues) => (
  <div>
    <SummaryList
      rows={[
        [messages.fields.firstName, firstName],
        [messages.fields.lastName, lastName],
        [messages.fields.email, <Email key="email" address={email} />],
      ]}
    />
    <Text size="sm" c="dimmed" mt="xs">
      {messages.replyTo}
    </Text>
  </div>
)

/** Both contact pages: the form beside the project's own details. */
export const ContactForm = ({ contact, member }: { contact: Contact; member: boolean }) => {
  const { form, failure, stopped, dismiss, sent, close } = contact
  return (
    <>
      <PageTitle title={messages.title} subtitle={messages.lead} />
      <div className={styles.columns}>
        <Card>
          <form onSubmit={contact.submit} noValidate aria-label={messages.title}>
            <Stack>
              <FormAlert
                errors={form.errors}
                labels={messages.alertLabels}
                onJump={(name) => form.getInputNode(name)?.focus()}
              />
              {member ? <Member {...form.values} /> : <Visitor contact={contact} />}
              <Line contact={contact} name="subject" />
              <LongText label={messages.fields.helpMessage} rows={[6, 16]} {...form.getInputProps('helpMessage')} />
              <Text size="sm" c="dimmed">
                {messages.urgent}
              </Text>
              {stopped && <ErrorAlert>{stopped}</ErrorAlert>}
              <Group gap="sm">
                <Button type="submit" loading={form.submitting}>
                  {messages.send}
                </Button>
                <Button variant="default" disabled={form.submitting} onClick={contact.cancel}>
                  {messages.cancel}
                </Button>
              </Group>
            </Stack>
          </form>
        </Card>
        <ContactCard />
      </div>
      <ThanksModal opened={sent} onClose={close}>
        {messages.sent}
      </ThanksModal>
      <FailureModal failure={failure} button={messages.ok} onClose={dismiss} />
    </>
  )
}
