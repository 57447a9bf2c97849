import '@fontsource/dancing-script/latin-400.css'
import '@fontsource/dancing-script/latin-ext-400.css'
import { downloadForm, readForm, type SignedForm, signersIn } from '@fornix/contract'
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconDownload, IconPrinter, IconShieldCheck } from '@tabler/icons-react'
import { useParams } from 'react-router'
import { download, useCall } from '../../platform/calls/api.ts'
import { useConfig } from '../../platform/calls/config.ts'
import { bodyOf, failureSentence, statusOf } from '../../platform/http/failure.ts'
import { useAttempt } from '../../ui/dialog/use-attempt.ts'
import { dayInWords } from '../../ui/display/days.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { SummaryList } from '../../ui/display/SummaryList.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { Countersign, Countersigned } from './Countersign.tsx'
import { EnglishOnly } from './EnglishOnly.tsx'
import styles from './form.module.css'
import { LegalText } from './LegalText.tsx'
import { legalTextOf } from './legal.ts'
import { messages } from './messages.ts'
import { english, signedAt } from './signed-at.ts'

const { signed: texts } = messages

const Terms = ({ version }: { version: string }) => {
  const sections = legalTextOf(version)
  return sections ? <LegalText sections={sections} /> : <Text>{texts.older}</Text>
}

/** A caregiver may read the form of a scan that is not shared with them. */
const scanDateOf = ({ study_UID, study_date }: SignedForm) =>
  study_UID ? dayInWords(study_date, english) || texts.dateInPdf : texts.anyScan

const Paper = ({ form, project }: { form: SignedForm; project: string }) => (
  <Card component="article" lang={english} aria-label={messages.title}>
    <Stack>
      <Title order={2} size="h3">
        {messages.title}
      </Title>
      <SummaryList
        rows={[
          [messages.provider, project],
          [messages.patient, signersIn(form.signer_name).patient],
          [messages.mrn, form.mrn_number || '-'],
          [messages.fields.scanDate, scanDateOf(form)],
          [messages.fields.purpose, form.purposes],
          [messages.fields.expirationDate, dayInWords(form.expiration_date, english)],
        ]}
      />
      <Terms version={form.form_version} />
      <div>
        <Text className={styles.written}>{form.signature || form.signer_name}</Text>
        <SummaryList
          rows={[
            [texts.signer, messages.signedBy(signersIn(form.signer_name))],
            [texts.signedAt, signedAt(form.signed_at)],
            ...(form.factor ? [[texts.factor, texts.factors[form.factor]] as [string, string]] : []),
            [
              texts.fingerprint,
              <span key="hash" className={styles.hash}>
                {form.sha256}
              </span>,
            ],
          ]}
        />
        {form.countersigned && <Countersigned by={form.countersigned} />}
      </div>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <IconShieldCheck size={20} aria-hidden />
        <Text size="sm">{texts.sealed}</Text>
      </Group>
    </Stack>
  </Card>
)

/** /signedForm/{file_id}: what was signed, to read and to print, for its patient and for staff. */
export const SignedFormPage = () => {
  const { file_id = '' } = useParams()
  const query = useCall(readForm, { params: { file_id } })
  const { attempt, problem, dismiss } = useAttempt((error) =>
    failureSentence(error, texts.downloadFailed, ({ status }) => status === 409),
  )
  const form = query.data?.form
  const project = useConfig()?.project_name ?? ''
  const status = statusOf(query.error)
  const save = () => attempt(() => download(downloadForm, { params: { file_id } }, 'AuthorizationForm.pdf'))
  return (
    <div className={styles.paper}>
      <EnglishOnly isSigned />
      <PageTitle title={texts.title}>
        {form && (
          <Group gap="sm" className="no-print">
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} aria-hidden />}
              onClick={() => window.print()}
            >
              {texts.print}
            </Button>
            <Button leftSection={<IconDownload size={18} aria-hidden />} onClick={() => void save()}>
              {texts.download}
            </Button>
          </Group>
        )}
      </PageTitle>
      {problem && (
        <ErrorAlert mb="md" className="no-print" withCloseButton onClose={dismiss}>
          {problem}
        </ErrorAlert>
      )}
      {query.isPending && <LoadingState rows={8} />}
      {status === 404 && <EmptyState title={texts.gone} />}
      {query.isError && status !== 404 && (
        <ErrorState
          message={(status === 409 && bodyOf(query.error)?.error) || texts.fetchFailed}
          onRetry={status === 409 ? undefined : () => void query.refetch()}
        />
      )}
      {form && <Paper form={form} project={project} />}
      {form && <Countersign form={form} />}
    </div>
  )
}
