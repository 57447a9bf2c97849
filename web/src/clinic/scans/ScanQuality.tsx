import {
  listScanQuality,
  maxQualityStudies,
  type QualityIssue,
  type SeriesQuality,
  type StudyQuality,
  scanQualityPollMs,
} from '@fornix/contract'
import { Anchor, Group, Popover, Stack, Table, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconLoader } from '@tabler/icons-react'
import { useCall } from '../../platform/calls/api.ts'
import { serverNow } from '../../platform/http/server-clock.ts'
import { qualityWords as words } from './quality-words.ts'

/** What is known about the images of studies, refetched while they arrive or are checked; by study. */
export const useScanQuality = (studies: readonly string[]) => {
  const queried = studies.slice(0, maxQualityStudies)
  const { data } = useCall(
    listScanQuality,
    { body: { studies: queried } },
    {
      enabled: queried.length > 0,
      staleTime: 0,
      keepPrevious: true,
      refetchInterval: ({ state }) =>
        state.data?.studies.some((study) => study.state === 'arriving' || study.state === 'checking')
          ? scanQualityPollMs
          : false,
    },
  )
  return new Map((data?.studies ?? []).map((study) => [study.study_UID, study]))
}

const sentences: Record<QualityIssue, (series: SeriesQuality) => string> = {
  missing_slices: ({ missing_slices }) => words.missing(missing_slices ?? 0),
  uneven_spacing: () => words.uneven,
  low_signal: ({ snr, usual_snr }) => words.lowSignal(snr ?? 0, usual_snr ?? 0),
  motion: ({ motion_mm }) => words.motion(motion_mm ?? 0),
}

const isMeasured = ({ slices, missing_slices, spacing_mm, snr, motion_mm }: SeriesQuality) =>
  [slices, missing_slices, spacing_mm, snr, motion_mm].some((value) => value !== null)

const figures = ({ images, slices, spacing_mm, snr, motion_mm }: SeriesQuality) =>
  [images, slices, spacing_mm, snr, motion_mm].map((value) => value ?? words.unknown)

const Details = ({ series }: { series: readonly SeriesQuality[] }) => (
  <Popover withinPortal withArrow trapFocus>
    <Popover.Target>
      <Anchor component="button" type="button" size="sm" onClick={(event) => event.stopPropagation()}>
        {words.details}
      </Anchor>
    </Popover.Target>
    <Popover.Dropdown maw="calc(100vw - 2rem)" onClick={(event) => event.stopPropagation()}>
      <Table.ScrollContainer minWidth={0}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {words.columns.map((name) => (
                <Table.Th key={name}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {series.map((one) => (
              <Table.Tr key={one.seriesId}>
                <Table.Th scope="row">{nameOf(one)}</Table.Th>
                {figures(one).map((value, n) => (
                  <Table.Td key={words.columns[n + 1]}>{value}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="sm" c="dimmed" mt="sm">
        {words.note}
      </Text>
    </Popover.Dropdown>
  </Popover>
)

const Heading = ({ isFound, isFresh }: { isFound: boolean; isFresh: boolean }) =>
  isFound ? (
    <Text size="sm" fw={600} c="light-dark(var(--mantine-color-amber-8), var(--mantine-color-amber-2))">
      <IconAlertTriangle size={16} aria-hidden style={{ verticalAlign: '-3px' }} />{' '}
      {isFresh ? words.lookAgain : words.look}
    </Text>
  ) : (
    <Group gap={4} wrap="nowrap" component="span">
      <IconCircleCheck size={16} aria-hidden />
      <Text size="sm">{words.fine}</Text>
    </Group>
  )

const nameOf = ({ description }: SeriesQuality) => description || words.unnamed

const Found = ({ series, isFresh }: { series: readonly SeriesQuality[]; isFresh: boolean }) => {
  const unmeasured = series.filter((one) => !isMeasured(one))
  if (unmeasured.length === series.length) return <Text size="sm">{words.unmeasured}</Text>
  const found = series.flatMap((one) => one.issues.map((issue) => `${nameOf(one)}: ${sentences[issue](one)}`))
  const left = unmeasured.length > 0 ? [words.notMeasured(unmeasured.map(nameOf).join(', '))] : []
  return (
    <Stack gap={2}>
      <Heading isFound={found.length > 0} isFresh={isFresh} />
      {[...found, ...left].map((sentence) => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      ))}
    </Stack>
  )
}

/** The patient may still be in the scanner. `studyDate` is the DICOM digits, YYYYMMDD. */
const isFreshOn = (studyDate: string) => {
  const yesterday = new Date(serverNow())
  yesterday.setDate(yesterday.getDate() - 1)
  const digits = [yesterday.getFullYear(), yesterday.getMonth() + 1, yesterday.getDate()]
  return studyDate >= digits.map((part) => String(part).padStart(2, '0')).join('')
}

type Props = { quality: StudyQuality | undefined; studyDate: string }

/** For staff: whether a study is still arriving, and what is worth another look; nothing if it was never checked. */
export const ScanQuality = ({ quality, studyDate }: Props) => {
  if (!quality || quality.state === 'unchecked') return null
  if (quality.state !== 'checked')
    return (
      <Text size="sm" c="dimmed" role="status">
        <IconLoader size={16} aria-hidden style={{ verticalAlign: '-3px' }} />{' '}
        {quality.state === 'arriving' ? words.arriving(quality.images) : words.checking}
      </Text>
    )
  return (
    <Stack gap={2} align="flex-start">
      <Found series={quality.series} isFresh={isFreshOn(studyDate)} />
      {quality.series.length > 0 && <Details series={quality.series} />}
    </Stack>
  )
}
