import { Stack } from '@mantine/core'
import type { ComponentType } from 'react'
import type { Todo } from '../../clinic/records/TodoItem.tsx'
import { serverNow } from '../../platform/http/server-clock.ts'
import { useCared } from '../../platform/session/acted-for.ts'
import { useSession } from '../../platform/session/session.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { useSlicedLoading } from '../../ui/state/use-sliced-loading.ts'
import { type HomeTile, HomeTiles } from './HomeTiles.tsx'
import { HomeTodos } from './HomeTodos.tsx'
import { messages } from './messages.ts'
import { ProfileCard } from './ProfileCard.tsx'
import { useOwnRecord } from './use-patient-record.ts'

/** What other features add to a patient's home; see patient-home.tsx. */
export type HomeSlots = {
  /** Whether their first responses are here: later ones would move the page under the user's finger. */
  useReady: () => boolean
  /** The open tasks, most urgent first. */
  useTodos: () => Todo[]
  /** The next visit, above the tasks. */
  Visit: ComponentType
  /** The state of the newest scan, below them. */
  Scan: ComponentType
  tiles: HomeTile[]
}

/** /profile of a patient: what is next, then the links, then the record. */
export const PatientHomePage = ({ useReady, useTodos, Visit, Scan, tiles }: HomeSlots) => {
  const session = useSession()
  const user = session?.user
  const { firstName } = useCared()
  const { query, record } = useOwnRecord()
  const isReady = useReady() && !query.isLoading
  const isLoading = useSlicedLoading(!isReady)
  const todos = useTodos()
  return (
    <Stack gap="lg">
      <PageTitle
        title={messages.home.greeting(
          new Date(serverNow()).getHours(),
          session?.acting?.first_name ?? record?.patient.first_name ?? user?.first_name ?? '',
        )}
        documentTitle={messages.home.title}
        subtitle={messages.home.next(firstName)}
      />
      {isLoading && <LoadingState rows={4} height={132} />}
      {!isLoading && (
        <>
          <Visit />
          {todos.length > 0 && <HomeTodos todos={todos} />}
          <Scan />
          <HomeTiles tiles={tiles} />
          {query.isLoadingError && (
            <ErrorState message={messages.home.fetchFailed} onRetry={() => void query.refetch()} />
          )}
          {record && <ProfileCard record={record} />}
        </>
      )}
    </Stack>
  )
}
