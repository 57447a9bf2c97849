import {
  type EmailTemplate,
  emailPatients,
  fillEmailTemplate,
  gapsOf,
  letterText,
  listEmailTemplates,
  type PatientRow,
} from '@fornix/contract'
import { ActionIcon, Alert, Group, Select, Stack, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { BulkDialog } from '../../../clinic/records/BulkDialog.tsx'
import { identityOf } from '../../../clinic/records/patient-identity.ts'
import { refreshCalls, refreshIfFailed, send, useCall } from '../../../platform/calls/api.ts'
import { useConfig } from '../../../platform/calls/config.ts'
import { useSession } from '../../../platform/session/session.tsx'
import { LetterPreview } from '../../../ui/display/LetterPreview.tsx'
import { nameOf } from '../../../ui/display/names.ts'
import { WholeFacts } from '../../../ui/display/WholeFacts.tsx'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../../ui/state/LoadingState.tsx'
import type { BulkProps } from './ChoiceDialogs.tsx'
import { messages } from './messages.ts'

const texts = messages.email

const Filled = ({ patientKey, templateId }: { patientKey: string; templateId: string }) => {
  const query = useCall(
    fillEmailTemplate,
    { params: { key: patientKey }, body: { template_id: templateId } },
    { staleTime: 0 },
  )
  if (query.isPending) return <LoadingState rows={6} />
  if (query.isLoadingError) return <ErrorState message={texts.previewFailed} onRetry={() => void query.refetch()} />
  const { subject, message } = query.data
  return (
    <Stack gap="xs">
      {gapsOf([...subject, ...message]).length > 0 && (
        <Alert color="amber" py="xs" role="status">
          {texts.gaps}
        </Alert>
      )}
      <LetterPreview subject={letterText(subject)} message={letterText(message)} />
    </Stack>
  )
}

/** What each patient will read, one at a time. */
const Previews = ({
  rows,
  count,
  template,
}: {
  rows: readonly PatientRow[]
  count: number
  template: EmailTemplate
}) => {
  const [at, setAt] = useState(0)
  const row = rows[at]
  if (!row) return null
  const step = (label: string, next: number, Icon: typeof IconChevronLeft) => {
    // Not `disabled`: at the last patient that would drop the focus out of the dialog.
    const isEnd = rows[next] === undefined
    return (
      <ActionIcon
        variant="default"
        size={36}
        aria-label={label}
        aria-disabled={isEnd}
        data-disabled={isEnd || undefined}
        onClick={() => !isEnd && setAt(next)}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    )
  }
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" role="status">
          <WholeFacts>{texts.to(at + 1, count, nameOf(row), identityOf(row))}</WholeFacts>
        </Text>
        <Group gap={4} wrap="nowrap">
          {step(texts.previous, at - 1, IconChevronLeft)}
          {step(texts.next, at + 1, IconChevronRight)}
        </Group>
      </Group>
      <Filled
        key={`${row.patient_id} ${template.template_id}`}
        patientKey={row.patient_id}
        templateId={template.template_id}
      />
    </Stack>
  )
}

/** Each patient gets a separate email from a template; its text for one patient is shown first. */
export const EmailDialog = ({ which, count, rows, ...rest }: BulkProps & { rows: readonly PatientRow[] }) => {
  const query = useCall(listEmailTemplates, {}, { staleTime: 0 })
  const user = useSession()?.user
  const config = useConfig()
  const [id, setId] = useState<string | null>(null)
  // One per text: resending after a lost response sends nobody a second email.
  const attempt = useRef({ of: '', key: '' })
  const templates = query.data?.templates ?? []
  const template = templates.find(({ template_id }) => template_id === id)
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const run = () => {
    if (!template) {
      setMissing(true)
      field.current?.focus()
      return undefined
    }
    const { template_id, version } = template
    const of = `${template_id} ${version}`
    if (attempt.current.of !== of) attempt.current = { of, key: crypto.randomUUID() }
    const body = { which, template_id, version, send_key: attempt.current.key }
    // The template may have changed by now.
    return refreshIfFailed(send(emailPatients, { body }, { endless: true }), () =>
      refreshCalls(listEmailTemplates, fillEmailTemplate),
    )
  }
  return (
    <BulkDialog
      {...rest}
      title={texts.title(count)}
      confirm={texts.confirm(count)}
      run={run}
      onDone={({ lines }) => rest.onDone({ lines: lines.map((line) => ({ ...line, undo: null })) })}
    >
      <Text size="sm">
        {texts.lead} {config && user && texts.replies(config.contact.email || user.email)}
      </Text>
      {query.isPending && <LoadingState rows={4} />}
      {query.isError && <ErrorState message={texts.failed} onRetry={() => void query.refetch()} />}
      {query.data && (
        <Select
          ref={field}
          label={texts.template}
          placeholder={texts.choose}
          data={templates.map(({ template_id, name }) => ({ value: template_id, label: name }))}
          value={template?.template_id ?? null}
          onChange={setId}
          error={missing && !template && texts.missing}
          allowDeselect={false}
          data-autofocus
        />
      )}
      {template && <Previews rows={rows} count={count} template={template} />}
    </BulkDialog>
  )
}
