import { getScheduling, siteDay, siteLongDay, siteTime } from '@fornix/contract'
import { Alert, Anchor, Button, Card, Group, List, Select, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useCall } from '../../platform/calls/api.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { DraftNote } from '../../ui/form/DraftNote.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { ClosedDays } from './ClosedDays.tsx'
import { HoursEditor } from './HoursEditor.tsx'
import { messages as booking } from './messages.ts'
import { ScannersCard } from './ScannersCard.tsx'
import classes from './scheduling.module.css'
import { messages } from './scheduling-messages.ts'
import { type Saved, useScheduling } from './use-scheduling.ts'

const zones = Intl.supportedValuesOf('timeZone')

/** One function, or React would call it at every key that is pressed. */
const scrollIntoView = (alert: HTMLElement | null) => alert?.scrollIntoView({ block: 'nearest' })

const Outside = ({ starts, timeZone }: { starts: string[]; timeZone: string }) => (
  <Alert
    ref={scrollIntoView}
    className={classes.outside}
    color="amber"
    role="alert"
    icon={<IconAlertTriangle aria-hidden />}
    title={messages.outside(starts.length)}
  >
    <List size="sm">
      {[...new Set(starts)].map((start) => (
        <List.Item key={start}>
          <Anchor component={Link} size="sm" to={`${paths.daySheet}?date=${siteDay(start, timeZone)}`}>
            {siteLongDay(start, timeZone)} {booking.at(siteTime(start, timeZone))}
          </Anchor>
        </List.Item>
      ))}
    </List>
  </Alert>
)

const Editor = ({ saved, reload }: { saved: Saved; reload: () => Promise<Saved | undefined> }) => {
  const { form, draft, submit, problem, outcome, take, clear } = useScheduling(saved)
  const load = async () => {
    const fresh = await reload()
    if (!fresh) return
    take(fresh)
    clear()
  }
  return (
    <form onSubmit={submit} noValidate aria-label={messages.title}>
      <Stack gap="lg">
        <DraftNote draft={draft} busy={form.submitting} />
        <Card component="section">
          <Title order={2} size="h3" mb="xs">
            {messages.hours}
          </Title>
          {form.values.hours.length === 0 && (
            <Alert color="amber" icon={<IconAlertTriangle aria-hidden />} mb="xs">
              {messages.noHours}
            </Alert>
          )}
          <HoursEditor form={form} />
        </Card>
        <Card component="section">
          <Title order={2} size="h3">
            {messages.closedDays}
          </Title>
          <Text size="sm" c="dimmed" mb="md">
            {messages.closedHint}
          </Text>
          <ClosedDays form={form} />
        </Card>
        <Card component="section">
          <Select
            maw={420}
            label={messages.zone}
            description={messages.zoneHint}
            data={zones.includes(form.values.time_zone) ? zones : [form.values.time_zone, ...zones]}
            searchable
            limit={100}
            allowDeselect={false}
            {...form.getInputProps('time_zone')}
          />
        </Card>
        {outcome?.kind === 'saved' && outcome.outside.length > 0 && (
          <Outside starts={outcome.outside} timeZone={form.values.time_zone} />
        )}
        <Stack className={form.isDirty() || outcome ? classes.actions : undefined} gap="sm">
          {outcome?.kind === 'stale' && (
            <ErrorAlert>
              <Group justify="space-between" gap="sm">
                <Text size="sm" flex="1 1 220px">
                  {messages.stale}
                </Text>
                <Button variant="default" onClick={() => void load()}>
                  {messages.load}
                </Button>
              </Group>
            </ErrorAlert>
          )}
          {problem && <ErrorAlert>{problem}</ErrorAlert>}
          <Group gap="md">
            <Button type="submit" loading={form.submitting}>
              {messages.save}
            </Button>
            <Text role="status" size="sm" fw={500}>
              {outcome?.kind === 'saved' && (
                <>
                  <IconCheck size={16} aria-hidden style={{ verticalAlign: '-3px' }} /> {messages.saved}
                </>
              )}
            </Text>
          </Group>
        </Stack>
      </Stack>
    </form>
  )
}

/** When patients can book, for admins. */
export const SchedulingPage = () => {
  const query = useCall(getScheduling, {})
  return (
    <Stack gap="md">
      <PageTitle title={messages.title} subtitle={messages.subtitle} />
      {query.isPending && <LoadingState />}
      {query.isError && !query.data && (
        <ErrorState message={messages.fetchFailed} onRetry={() => void query.refetch()} />
      )}
      {query.data && <ScannersCard scanners={query.data.scanners} />}
      {query.data && <Editor saved={query.data} reload={async () => (await query.refetch()).data} />}
    </Stack>
  )
}
