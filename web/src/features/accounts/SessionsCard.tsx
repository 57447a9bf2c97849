import { endAllSessions, endSession as endOne, mySessions, type ResponseOf } from '@fornix/contract'
import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconDeviceDesktop } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useCall, useSend } from '../../platform/calls/api.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { t, translated } from '../../platform/language/t.ts'
import { endSession, useSession } from '../../platform/session/session.tsx'
import { Modal } from '../../ui/dialog/Modal.tsx'
import { formatDateTime } from '../../ui/display/dates.ts'
import { ErrorAlert, SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { Section } from '../../ui/display/Section.tsx'
import styles from '../../ui/list/entries.module.css'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { useSlicedLoading } from '../../ui/state/use-sliced-loading.ts'
import { messages } from './messages.ts'

/** The server's format: `Firefox on Windows`. */
const deviceOf = ({ device }: { device: string }) => {
  const [browser = '', system] = device.split(' on ')
  return system ? t('{browser} on {system}', { browser, system }) : translated(device)
}

type Session = ResponseOf<typeof mySessions>['sessions'][number]

const SessionRow = ({ session, onEnd, busy }: { session: Session; onEnd: () => void; busy: boolean }) => {
  const { current, last_seen, started } = session
  const device = deviceOf(session)
  return (
    <li className={styles.entry}>
      <Group wrap="nowrap" miw={0}>
        <IconDeviceDesktop size={22} aria-hidden className={styles.icon} />
        <div>
          <Group gap="xs">
            <Text fw={600}>{device}</Text>
            {current && (
              <Badge variant="light" color="green">
                {messages.current}
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {messages.lastUsed(formatDateTime(last_seen))}
          </Text>
          <Text size="sm" c="dimmed">
            {messages.started(formatDateTime(started))}
          </Text>
        </div>
      </Group>
      {!current && (
        <Button
          variant="default"
          loading={busy}
          aria-label={messages.endOf(device, formatDateTime(started))}
          onClick={onEnd}
        >
          {messages.end}
        </Button>
      )}
    </li>
  )
}

const doneKinds = ['rights', 'exports', 'deletions'] as const

/** A stolen session may leave invitations behind: they stay when it ends. */
const DoneInYourName = () => {
  const session = useSession()
  if (session?.audience !== 'admin') return null
  const log = (kind: (typeof doneKinds)[number]) =>
    `${paths.auditLog}?${new URLSearchParams({ person: session.user.provider_id ?? '', kind })}`
  return (
    <div>
      <Text size="sm">{messages.staff.doneInYourName}</Text>
      <Group gap="md">
        {doneKinds.map((kind) => (
          <Anchor key={kind} component={Link} to={log(kind)} size="sm">
            {messages.staff.doneKinds[kind]}
          </Anchor>
        ))}
      </Group>
    </div>
  )
}
/** Every browser in which this user is signed in; any of them, or all, can be signed out. */
export const SessionsCard = () => {
  const query = useCall(mySessions, {})
  const isLoading = useSlicedLoading(query.isPending)
  const one = useSend(endOne, { refreshes: [mySessions] })
  const all = useSend(endAllSessions)
  /** The session below the one that was ended: the list may have changed by then. */
  const [below, setBelow] = useState<string>()
  const [asking, setAsking] = useState(false)
  const rows = query.data?.sessions.map((session, at, sessions) => (
    <SessionRow
      key={session.id}
      session={session}
      busy={one.isPending && one.variables.params.id === session.id}
      onEnd={() => {
        setBelow(sessions[at + 1]?.id)
        one.mutate({ params: { id: session.id } })
      }}
    />
  ))
  // In the place of its session, where the button was pressed.
  if (rows && one.isSuccess) {
    const at = query.data?.sessions.findIndex(({ id }) => id === below) ?? -1
    rows.splice(
      at < 0 ? rows.length : at,
      0,
      <li key="ended" className={styles.entry}>
        <SuccessAlert flex={1}>{messages.ended}</SuccessAlert>
      </li>,
    )
  }
  const signOutEverywhere = () => {
    setAsking(false)
    all.mutate({}, { onSuccess: () => endSession('logout') })
  }
  return (
    <Section title={messages.sessions} lead={messages.sessionsLead}>
      <Stack>
        {(one.isError || all.isError) && (
          <ErrorAlert>{failureSentence(one.error ?? all.error, messages.notEnded, isForReader)}</ErrorAlert>
        )}
        {isLoading ? (
          <LoadingState rows={2} />
        ) : rows ? (
          <ul className={styles.list}>{rows}</ul>
        ) : (
          <ErrorState message={messages.sessionsFailed} onRetry={() => void query.refetch()} />
        )}
        <DoneInYourName />
        <Button
          variant="light"
          color="red"
          loading={all.isPending}
          onClick={() => setAsking(true)}
          style={{ alignSelf: 'flex-start' }}
        >
          {messages.endAll}
        </Button>
      </Stack>
      <Modal opened={asking} onClose={() => setAsking(false)} title={messages.endAll}>
        <Text>{messages.endAllText}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
            {messages.cancel}
          </Button>
          <Button color="red" onClick={signOutEverywhere}>
            {messages.endAll}
          </Button>
        </Group>
      </Modal>
    </Section>
  )
}
