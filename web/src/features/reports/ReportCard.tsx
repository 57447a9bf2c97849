import { keysOf, type ReportName, reportCalls, reportColumns } from '@fornix/contract'
import { Button, Card, Group, Table, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconChartBar, IconFileDownload, IconTable } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { download } from '../../platform/calls/api.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { serverNow } from '../../platform/http/server-clock.ts'
import { useAttempt } from '../../ui/dialog/use-attempt.ts'
import { formatDay } from '../../ui/display/dates.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { Refreshing } from '../../ui/state/Refreshing.tsx'
import type { Line } from './labels.ts'
import { messages } from './messages.ts'
import { ReportTable } from './ReportTable.tsx'
import classes from './reports.module.css'
import type { PeriodQuery } from './use-period.ts'

/** What a report shows of its numbers. */
export type ReportView = {
  /** The conclusion, in one sentence. */
  sentence: string
  /** There is nothing to show; a message replaces the numbers. */
  isEmpty: boolean
  /** Null: there is nothing to draw. */
  chart: ReactNode
  rows: readonly Line[]
  totals: readonly Line[]
}
type Query = { isPending: boolean; isError: boolean; isPlaceholderData: boolean; refetch: () => unknown }
type Props = {
  name: ReportName
  period: PeriodQuery
  query: Query
  /** Undefined until the numbers arrive. */
  view: ReportView | undefined
  /** Filters for the report. */
  children?: ReactNode
}

const FileButton = ({ name, period }: Pick<Props, 'name' | 'period'>) => {
  const { attempt, busy, problem } = useAttempt((error) => failureSentence(error, messages.csvFailed, isForReader))
  const [, file] = reportCalls[name]
  const fileName = `report-${name}-${formatDay(new Date(serverNow()).toISOString())}.csv`
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileDownload size={18} aria-hidden />}
        aria-label={messages.csvOf(name)}
        loading={busy}
        onClick={() =>
          void attempt(
            () => download(file, { query: period }, fileName),
            () => {},
          )
        }
      >
        {messages.csv}
      </Button>
      {problem && <ErrorAlert w="100%">{problem}</ErrorAlert>}
    </>
  )
}

/** The numbers as a chart or a table. Screen readers always get the table. */
const Numbers = ({ name, view }: { name: ReportName; view: ReportView & { isTable: boolean } }) => {
  const table = <ReportTable name={name} rows={view.rows} totals={view.totals} />
  if (!view.isTable && view.chart)
    return (
      <>
        {view.chart}
        <VisuallyHidden>{table}</VisuallyHidden>
      </>
    )
  return (
    <Table.ScrollContainer
      minWidth={keysOf(reportColumns[name]).length * 100}
      classNames={{ scrollContainerInner: classes.wide }}
    >
      {table}
    </Table.ScrollContainer>
  )
}

/** One report: its conclusion in a sentence, its chart or table, and its file. */
export const ReportCard = ({ name, period, query, view, children }: Props) => {
  const [isTable, setIsTable] = useState(false)
  const Icon = isTable ? IconChartBar : IconTable
  return (
    <Card component="section" p="md" aria-labelledby={`report-${name}`}>
      <Title order={2} size="h3" id={`report-${name}`}>
        {messages.titles[name]}
      </Title>
      <Text size="sm" c="dimmed" maw={720}>
        {messages[name].note}
      </Text>
      {query.isError && <ErrorState message={messages.loadFailed(name)} onRetry={() => void query.refetch()} />}
      {query.isPending && <LoadingState rows={6} />}
      {view && (
        <Refreshing busy={query.isPlaceholderData}>
          {view.sentence && (
            <Text my="sm" fw={600}>
              {view.sentence}
            </Text>
          )}
          {view.isEmpty ? (
            <EmptyState title={messages[name].empty} icon={IconChartBar} />
          ) : (
            <>
              {children}
              <Numbers name={name} view={{ ...view, isTable }} />
              <Group gap="sm" mt="md" className="no-print">
                {view.chart && (
                  <Button
                    variant="default"
                    leftSection={<Icon size={18} aria-hidden />}
                    aria-label={isTable ? messages.asChartOf(name) : messages.asTableOf(name)}
                    onClick={() => setIsTable(!isTable)}
                  >
                    {isTable ? messages.asChart : messages.asTable}
                  </Button>
                )}
                <FileButton name={name} period={period} />
              </Group>
            </>
          )}
        </Refreshing>
      )}
    </Card>
  )
}
