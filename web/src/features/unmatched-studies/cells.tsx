import type { UnmatchedStudy } from '@fornix/contract'
import { Box, Button, Group, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { shortIdentityOf } from '../../clinic/records/patient-identity.ts'
import { studyTime } from '../../clinic/scans/study-dates.ts'
import { paths } from '../../platform/base/paths.ts'
import { formatDateTime } from '../../ui/display/dates.ts'
import { NewTabButton } from '../../ui/display/NewTabButton.tsx'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { messages } from './messages.ts'
import { birthDate, type Decision, dicomName, scanDay, scanName } from './study-words.ts'

type Props = { study: UnmatchedStudy }
const breaking = { overflowWrap: 'anywhere' } as const

export const Scan = ({ study }: Props) => (
  <Box>
    <Text fw={600} style={{ whiteSpace: 'nowrap' }}>
      {[scanDay(study), studyTime(study.study_time)].filter(Boolean).join(' ')}
    </Text>
    <Text size="sm" c="dimmed" fw={400} style={breaking}>
      <WholeFacts>{[study.scan_type, study.source].filter(Boolean)}</WholeFacts>
    </Text>
  </Box>
)

export const Says = ({ study: { dicom } }: Props) => (
  <Box miw={190}>
    <Text style={breaking}>{dicomName(dicom.name) || messages.says.nobody}</Text>
    {(['patient_id', 'issuer', 'birth_date'] as const).map((what) => (
      <Text key={what} size="sm" c="dimmed" style={breaking}>
        {messages.says[what]}: {(what === 'birth_date' ? birthDate(dicom[what]) : dicom[what]) || messages.says.none}
      </Text>
    ))}
  </Box>
)

const PatientFacts = ({ study: { patient } }: Props) =>
  patient && (
    <Text size="sm" c="dimmed">
      <WholeFacts>{shortIdentityOf(patient)}</WholeFacts>
    </Text>
  )

export const Why = ({ study }: Props) => {
  const name = study.patient?.name
  if (study.state === 'open')
    return (
      <>
        <Text>{messages.reasons[study.reason]}</Text>
        {name && (
          <Text size="sm" c="dimmed">
            {messages.before(name)}
          </Text>
        )}
        <PatientFacts study={study} />
      </>
    )
  return (
    <>
      <Text>
        {study.state === 'rejected' ? messages.state.rejected : messages.state[study.state](name ?? messages.someone)}
      </Text>
      <PatientFacts study={study} />
      <Text size="sm" c="dimmed">
        {messages.byWhom(study.decided_by, formatDateTime(study.decided_at))}
      </Text>
    </>
  )
}

export const Actions = ({ study, onDecide }: Props & { onDecide: (kind: Decision['kind']) => void }) => (
  <Group gap="xs">
    {study.state === 'open' ? (
      <>
        <Button fz="sm" aria-label={messages.assignOf(scanName(study))} onClick={() => onDecide('assign')}>
          {messages.assign}
        </Button>
        <Button
          variant="light"
          color="red"
          fz="sm"
          aria-label={messages.rejectOf(scanName(study))}
          onClick={() => onDecide('reject')}
        >
          {messages.reject}
        </Button>
      </>
    ) : (
      <Button
        variant="default"
        fz="sm"
        aria-label={(study.state === 'matched' ? messages.undoMatchOf : messages.undoOf)(scanName(study))}
        onClick={() => onDecide('undo')}
      >
        {messages.undo}
      </Button>
    )}
    {study.seriesId && (
      <NewTabButton href={paths.viewer(study)} icon={IconExternalLink} aria-label={messages.imagesOf(scanName(study))}>
        {messages.images}
      </NewTabButton>
    )}
  </Group>
)
