import { siteDate } from '@fornix/contract'
import { Card, Checkbox, SimpleGrid, Stack, TextInput, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { studyFormDate } from '../../clinic/scans/study-dates.ts'
import { SummaryList } from '../../ui/display/SummaryList.tsx'
import { LongText } from '../../ui/form/LongText.tsx'
import styles from './form.module.css'
import { LegalText } from './LegalText.tsx'
import { messages } from './messages.ts'
import type { AuthForm } from './use-auth-form.ts'

const purposes = ['personalUse', 'secondOpinion', 'other'] as const

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card component="section" aria-label={title}>
    <Title order={2} size="h3" mb="sm">
      {title}
    </Title>
    {children}
  </Card>
)

const Purpose = ({ form }: Pick<AuthForm, 'form'>) => (
  <Stack gap="sm">
    <Checkbox.Group
      label={messages.fields.purpose}
      error={form.errors['personalUse']}
      value={purposes.filter((name) => form.values[name])}
      onChange={(chosen) => {
        form.setValues(Object.fromEntries(purposes.map((name) => [name, chosen.includes(name)])))
        form.clearFieldError('personalUse')
        form.clearFieldError('otherDetails')
      }}
    >
      <Stack gap="sm" py={4}>
        {purposes.map((name) => (
          <Checkbox key={name} value={name} size="md" label={messages.fields[name]} data-path={name} />
        ))}
      </Stack>
    </Checkbox.Group>
    {form.values.other && (
      <LongText
        label={messages.fields.otherDetails}
        rows={[1, 4]}
        maxLength={200}
        {...form.getInputProps('otherDetails')}
        // One line of the printed form.
        onChange={(event) => form.setFieldValue('otherDetails', event.currentTarget.value.replace(/\n/g, ' '))}
      />
    )}
  </Stack>
)

type Props = Pick<AuthForm, 'form' | 'today'> & {
  project: string
  patient: string
  signer: string
  mrn: string
  studyDate: string
}

/** The fields of the form in the order of the paper. */
export const AuthFormFields = ({ form, today, project, patient, signer, mrn, studyDate }: Props) => (
  <>
    <Section title={messages.sections.scan}>
      <Stack>
        <SummaryList
          rows={[
            [messages.provider, project],
            [messages.patient, patient],
            // English as all of the form, and as in the signed one.
            [messages.mrn, mrn || '-'],
          ]}
        />
        <TextInput
          label={messages.fields.scanDate}
          readOnly
          value={studyFormDate(studyDate)}
          variant="filled"
          maw={320}
        />
      </Stack>
    </Section>
    <Section title={messages.sections.request}>
      <Stack>
        <Purpose form={form} />
        <TextInput
          type="date"
          label={messages.fields.expirationDate}
          description={messages.expirationHint}
          required
          withAsterisk={false}
          min={today}
          classNames={{ input: styles.day }}
          {...form.getInputProps('expirationDate')}
        />
      </Stack>
    </Section>
    <Section title={messages.sections.terms}>
      <LegalText />
    </Section>
    <Section title={messages.sections.sign}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={messages.fields.signature}
          description={messages.signatureHint(signer)}
          required
          withAsterisk={false}
          autoComplete="name"
          spellCheck={false}
          maxLength={200}
          classNames={{ input: styles.script }}
          {...form.getInputProps('signature')}
        />
        <TextInput
          label={messages.fields.date}
          description={messages.dateHint}
          readOnly
          variant="filled"
          // English as all of the form.
          value={siteDate(`${today}T12:00:00Z`, 'UTC')}
          classNames={{ input: styles.beside }}
        />
      </SimpleGrid>
    </Section>
  </>
)
