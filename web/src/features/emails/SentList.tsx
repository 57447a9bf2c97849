import { listEmails, pageSizes, type SentEmail } from '@fornix/contract'
import { ActionIcon, Box, Group, Paper, Text, Title, Tooltip, UnstyledButton } from '@mantine/core'
import { IconMail, IconPaperclip, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { StatusBadge } from '../../clinic/records/StatusBadge.tsx'
import { oneOf } from '../../platform/base/one-of.ts'
import { useCall } from '../../platform/calls/api.ts'
import { formatDateTime } from '../../ui/display/dates.ts'
import { PageBar } from '../../ui/list/PageBar.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { Refreshing } from '../../ui/state/Refreshing.tsx'
import classes from './emails.module.css'
import { messages } from './messages.ts'
import { deliveryOf, SentModal } from './SentModal.tsx'

const texts = messages.sent
type Size = (typeof pageSizes)[number]

const Entry = ({ email, onOpen }: { email: SentEmail; onOpen: () => void }) => (
  <UnstyledButton className={classes.entry} onClick={onOpen}>
    <span className={classes.entryHead}>
      <Text component="span" fw={600} size="sm">
        {email.subject}
      </Text>
      <StatusBadge status={texts.delivery[deliveryOf(email)]} />
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

/** Not in the address: to change that asks whoever writes beside the list whether to leave. */
export const usePages = () => {
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState<Size>(10)
  const onPageSize = (size: number) => {
    setPageSize(oneOf(pageSizes, size) ?? 10)
    setPage(1)
  }
  return { page, pageSize, onPage: setPage, onPageSize }
}

type Props = { patientKey: string; pages: ReturnType<typeof usePages>; action?: ReactNode }

/** What was sent to this patient, newest first, and how it went. `action` stands beside the title. */
export const SentList = ({ patientKey, pages, action }: Props) => {
  const { page, pageSize } = pages
  const query = useCall(
    listEmails,
    { params: { key: patientKey }, query: { page, page_size: pageSize } },
    { keepPrevious: true },
  )
  const [openId, setOpenId] = useState<string>()
  const title = useId()
  const { emails = [], total = 0, total_pages = 1 } = query.data ?? {}
  return (
    <Paper component="section" aria-labelledby={title} withBorder radius="lg">
      <Group justify="space-between" p="md" gap="sm" wrap="nowrap">
        <div>
          <Title order={2} size="h3" id={title}>
            {texts.title}
          </Title>
          <Text size="sm" c="dimmed">
            {total > 0 && texts.count(total)}
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
      {query.isError && (
        <Box px="md">
          <ErrorState message={texts.failed} onRetry={() => void query.refetch()} />
        </Box>
      )}
      {query.isPending && <LoadingState rows={4} height={64} />}
      {query.data && total === 0 && <EmptyState icon={IconMail} title={texts.empty} text={texts.emptyHint} />}
      <Refreshing busy={query.isPlaceholderData}>
        <ul className={classes.sent}>
          {emails.map((email) => (
            <li key={email.id}>
              <Entry email={email} onOpen={() => setOpenId(email.id)} />
            </li>
          ))}
        </ul>
      </Refreshing>
      {total > 0 && <PageBar {...pages} totals={{ total, total_pages }} isStale={query.isPlaceholderData} />}
      <SentModal email={emails.find(({ id }) => id === openId)} onClose={() => setOpenId(undefined)} />
    </Paper>
  )
}
