import { type EmergencyAccess, getEmergency, siteDay, siteTime } from '@fornix/contract'
import { Anchor, Badge, Modal, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { shortIdentityOf } from '../../clinic/records/patient-identity.ts'
import { paths } from '../../platform/base/paths.ts'
import { useCall } from '../../platform/calls/api.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import classes from './acts.module.css'
import { messages } from './messages.ts'

const texts = messages.details
type Props = { access: EmergencyAccess; timeZone: string; onClose: () => void }

/** What one person did in the record while it was open, from the audit trail. */
export const ActsDialog = ({ access, timeZone, onClose }: Props) => {
  const { emergency_id, person, record, opened_at } = access
  const query = useCall(getEmergency, { params: { emergency_id } }, { staleTime: 0 })
  const day = siteDay(opened_at, timeZone)
  const log = new URLSearchParams({ person: person.provider_id, patient: record.patient_id, from: day, to: day })
  return (
    <Modal opened onClose={onClose} title={texts.title}>
      <Stack>
        <Text size="sm">
          <WholeFacts>{`${person.name} · ${record.name} · ${shortIdentityOf(record)}`}</WholeFacts>
        </Text>
        <Text size="sm" c="dimmed">
          {texts.lead}
        </Text>
        {query.isPending && <LoadingState rows={3} height={32} />}
        {!query.data && query.isError && <ErrorState message={texts.failed} onRetry={() => void query.refetch()} />}
        {query.data?.acts.length === 0 && <Text size="sm">{texts.none}</Text>}
        {query.data && (
          <ol className={classes.acts}>
            {query.data.acts.map(({ event_id, at, what, is_opened }) => (
              <li key={event_id}>
                <Text size="sm" c="dimmed" className={`${classes.time} tabular`}>
                  {siteTime(at, timeZone)}
                </Text>
                <div>
                  <Text size="sm">{what}</Text>
                  {is_opened && (
                    <Badge color="red" variant="light" className={classes.mark}>
                      {texts.opened}
                    </Badge>
                  )}
                </div>
              </li>
            ))}
          </ol>
        )}
        <Anchor component={Link} to={`${paths.auditLog}?${log}`} size="sm">
          {texts.log}
        </Anchor>
      </Stack>
    </Modal>
  )
}
