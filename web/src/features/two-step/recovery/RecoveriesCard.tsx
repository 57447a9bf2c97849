import { endRecovery, isOpenRecovery, listRecoveries, type Recovery } from '@fornix/contract'
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { refreshCall, send, thenRefresh, useCall } from '../../../platform/calls/api.ts'
import { failureSentence } from '../../../platform/http/failure.ts'
import { DestructiveDialog } from '../../../ui/dialog/DestructiveDialog.tsx'
import { formatDayAndMinute } from '../../../ui/display/dates.ts'
import { SuccessAlert } from '../../../ui/display/ErrorAlert.tsx'
import { Section } from '../../../ui/display/Section.tsx'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../../ui/state/LoadingState.tsx'
import { focusOnMount } from '../focus-on-mount.ts'
import { messages } from './messages.ts'

const texts = messages.staff

const sentenceOf = ({ name, document, confirmed_at }: Recovery['witnesses'][number]) => {
  const when = formatDayAndMinute(confirmed_at)
  return name && document ? texts.confirmedBy(name, texts.documents[document], when) : texts.confirmedElsewhere(when)
}

/** `isLinked`: the one that a line of Today leads to. */
const Line = ({ recovery, isLinked, onStop }: { recovery: Recovery; isLinked: boolean; onStop: () => void }) => {
  const { name, role, state, started_at, opens_at, witnesses } = recovery
  return (
    <Stack component="li" gap={4} {...(isLinked && { tabIndex: -1, ref: focusOnMount })}>
      <Group justify="space-between">
        <Group gap="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Text size="sm" c="dimmed">
            {role}
          </Text>
          <Badge variant="light" color={isOpenRecovery(recovery) ? 'amber' : 'gray'}>
            {texts.states[state]}
          </Badge>
        </Group>
        {isOpenRecovery(recovery) && (
          <Button variant="default" size="compact-md" aria-label={texts.stopOf(name)} onClick={onStop}>
            {texts.stop}
          </Button>
        )}
      </Group>
      <Text size="sm">
        {texts.startedAt(formatDayAndMinute(started_at))}
        {opens_at && isOpenRecovery(recovery) && `. ${texts.opensAt(formatDayAndMinute(opens_at))}`}
      </Text>
      {witnesses.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.noneYet}
        </Text>
      )}
      {witnesses.map((witness) => (
        <Text key={witness.confirmed_at} size="sm">
          {sentenceOf(witness)}
        </Text>
      ))}
    </Stack>
  )
}

/** /projectSettings: whose account is being recovered, by whose word, and a way to stop it. */
export const RecoveriesCard = () => {
  const query = useCall(listRecoveries, {})
  const [stopping, setStopping] = useState<Recovery>()
  const linked = useSearchParams()[0].get('recovery')
  const [isStopped, setStopped] = useState(false)
  return (
    <Section title={texts.listTitle} lead={texts.listLead}>
      {isStopped && <SuccessAlert mb="md">{texts.stopped}</SuccessAlert>}
      {query.isPending && <LoadingState rows={2} />}
      {query.isLoadingError && <ErrorState message={texts.listFailed} onRetry={() => void query.refetch()} />}
      {query.data?.recoveries.length === 0 && <Text>{texts.none}</Text>}
      {query.data && query.data.recoveries.length > 0 && (
        <Stack component="ul" gap="lg" p={0} m={0} style={{ listStyle: 'none' }}>
          {query.data.recoveries.map((recovery) => (
            <Line
              key={recovery.recovery_id}
              recovery={recovery}
              isLinked={recovery.recovery_id === linked}
              onStop={() => setStopping(recovery)}
            />
          ))}
        </Stack>
      )}
      <DestructiveDialog
        subject={stopping}
        title={texts.stopTitle}
        text={({ name }) => texts.stopText(name)}
        keepLabel={texts.keep}
        confirmLabel={texts.stop}
        run={({ recovery_id }) =>
          thenRefresh(send(endRecovery, { params: { recovery_id } }), () => refreshCall(listRecoveries))
        }
        sentenceOf={(error) => failureSentence(error, texts.failed)}
        onClose={() => setStopping(undefined)}
        onDone={() => setStopped(true)}
      />
    </Section>
  )
}
