import { Stack } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useConfigQuery } from '../../platform/calls/config.ts'
import { useCared } from '../../platform/session/acted-for.ts'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { unseen } from '../../ui/state/absence.tsx'
import { lazyPart } from '../../ui/state/lazy-part.tsx'
import { AppointmentsPanel } from './AppointmentsPanel.tsx'
import { ExternalWidget } from './ExternalWidget.tsx'
import { messages } from './messages.ts'
import { UntilConfig } from './UntilConfig.tsx'
import { useAppointments } from './use-appointments.ts'

/** Only if patients book elsewhere. */
const NextAppointment = lazyPart(async () => (await import('./NextAppointment.tsx')).NextAppointment, unseen)

type Props = {
  /** What else a visit needs, and whether that is known yet: showing it later would push the visits down. */
  notice: ReactNode
  isReady: boolean
}

/** Until it is known whether there are any, the title says neither. */
const titleOf = (has: boolean | undefined, firstName: string) => {
  if (has === undefined) return messages.tab
  return has ? messages.titleHave(firstName) : messages.title
}

/** The Appointment tab of the patient area: the portal's own booking, or the clinic's other service. */
export const AppointmentTab = ({ notice, isReady }: Props) => {
  const query = useConfigQuery()
  const config = query.data
  const { firstName } = useCared()
  const [search, setSearch] = useSearchParams()
  // Both variants show them: fetched here, they arrive together with the configuration.
  useAppointments()
  if (!config)
    return (
      <Stack gap="lg">
        <PageTitle title={messages.tab} subtitle={messages.length} />
        <UntilConfig query={query} />
      </Stack>
    )
  if (config.scheduling_url)
    return (
      <Stack gap="lg">
        <PageTitle title={messages.title} documentTitle={messages.tab} subtitle={messages.length} />
        <Suspense>
          <NextAppointment onlyBooked />
        </Suspense>
        <ExternalWidget url={config.scheduling_url} />
      </Stack>
    )
  return (
    <AppointmentsPanel
      moveId={search.get('move')}
      onLinkDone={() =>
        setSearch(
          (now) => {
            now.delete('move')
            return now
          },
          { replace: true },
        )
      }
      notice={notice}
      isReady={isReady}
      title={(has, facts) => (
        <PageTitle title={titleOf(has, firstName)} documentTitle={messages.tab} subtitle={facts ?? messages.length} />
      )}
    />
  )
}
