import { listEmails, type SentEmail } from '@fornix/contract'
import { ActionIcon, Group, Paper, Text, Title, Tooltip, UnstyledButton } from '@mantine/core'
import { IconMail, IconPaperclip, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useCall } from '../../platform/api.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingState } from '../../ui/LoadingState.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './emails.module.css'
import { messages } from './messages.ts'
import { SentModal } from './SentModal.tsx'

const texts = messages.sent

const Entry = ({ email, onOpen }: { email: SentEmail; onOpen: () => void }) => (
  <UnstyledButton className={classes.entry} onClick={onOpen}>
    <span className={classes.entryHead}>
      <Text component="span" fw={600} size="sm">
        {email.subject}
      </Text>
      <StatusBadge status={texts.delivery[email.delivery]} />
    </span>
    <Text component="span" display="block" size="sm" c="dimmed">
      {texts.to(email.to_email)}
    </Text>
    <Text component="span" display="block" size="xs" c="dimmed">
      <time dateTime={email.sent_date}>{formatDateTime(email.sent_date)}</time>
      {email.attachments.length > 0 && (
        <>
          {' · '}
          <IconPaperclip size={12} aria-hidden style={{ verticalAlign: '-1px' }} />{' '}
          {texts.files(email.attachments.length)}
        </>
      )}
    </Text>
    {email.delivery !== 'queued' && email.delivery_note && (
      <Text component="span" display="block" size="xs" fw={500}>
        {email.delivery_note}
      </Text>
    )}
  </UnstyledButton>
)

/** What was sent to this patient, newest first, and how it went. `action` stands beside the title. */
export const SentList = ({ patientKey, action }: { patientKey: string; action?: ReactNode }) => {
  const query = useCall(listEmails, { params: { key: patientKey } })
  const [openId, setOpenId] = useState<string>()
  const title = useId()
  const emails = query.data?.emails ?? []
  return (
    <Paper component="section" aria-labelledby={title} withBorder radius="lg">
      <Group justify="space-between" p="md" gap="sm" wrap="nowrap">
        <div>
          <Title order={2} size="h3" id={title}>
            {texts.title}
          </Title>
          <Text size="sm" c="dimmed">
            {query.data && emails.length > 0 && texts.count(emails.length)}
          </Text>
        </div>
        <Group gap="xs" wrap="nowrap">
          <Tooltip label={texts.refresh}>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={texts.refresh}
              loading={query.isFetching && !query.isPending}
              onClick={() => void query.refetch()}
            >
              <IconRefresh size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
          {action}
        </Group>
      </Group>
      {query.isError && <ErrorState message={texts.failed} onRetry={() => void query.refetch()} />}
      {query.isPending && <LoadingState rows={4} height={64} />}
      {query.data && emails.length === 0 && <EmptyState icon={IconMail} title={texts.empty} text={texts.emptyHint} />}
      <ul className={classes.sent}>
        {emails.map((email) => (
          <li key={email.id}>
            <Entry email={email} onOpen={() => setOpenId(email.id)} />
          </li>
        ))}
      </ul>
      <SentModal email={emails.find(({ id }) => id === openId)} onClose={() => setOpenId(undefined)} />
    </Paper>
  )
}
