import type { Candidate, UnmatchedStudy } from '@fornix/contract'
import { Radio, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type FoundPatient, PatientFinder } from '../../clinic/records/PatientFinder.tsx'
import { shortIdentityOf } from '../../clinic/records/patient-identity.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { Says } from './cells.tsx'
import { messages } from './messages.ts'

type Props = {
  study: UnmatchedStudy
  chosen: FoundPatient | null
  onChoose: (chosen: FoundPatient | null) => void
  error: ReactNode
  /** The name of the field in its form. */
  path: string
}

const agreement = ({ agrees }: Candidate) =>
  agrees.length === 0 ? messages.agreesNot : messages.agreesIn(agrees.map((what) => messages.agrees[what]).join(', '))
const details = (candidate: Candidate) => `${candidate.patient_id} · ${shortIdentityOf(candidate)}`

/** The patients that the portal suggests, and a search for any other. */
export const AssignFields = ({ study, chosen, onChoose, error, path }: Props) => {
  const offered = study.candidates
  const isOffered = offered.some(({ patient_id }) => patient_id === chosen?.patient_id)
  return (
    <Stack>
      <Says study={study} />
      <Text>{messages.assignText}</Text>
      {offered.length === 0 ? (
        <Text size="sm" c="dimmed">
          {messages.noCandidates}
        </Text>
      ) : (
        <Radio.Group
          label={messages.candidates}
          value={isOffered ? (chosen?.patient_id ?? '') : ''}
          onChange={(id) => onChoose(offered.find(({ patient_id }) => patient_id === id) ?? null)}
        >
          <Stack gap="sm" my="xs">
            {offered.map((candidate) => (
              <Radio
                key={candidate.patient_id}
                value={candidate.patient_id}
                label={candidate.name}
                description={<WholeFacts>{`${details(candidate)}. ${agreement(candidate)}`}</WholeFacts>}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <PatientFinder
        label={messages.another}
        chosen={isOffered ? null : chosen}
        onChoose={onChoose}
        error={error}
        path={path}
      />
    </Stack>
  )
}
