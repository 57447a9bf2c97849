import { Suspense } from 'react'
import { useSession } from '../../platform/session/session.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { lazyPart } from '../../ui/state/lazy-part.tsx'
import { MyScans } from './MyScans.tsx'
import { messages, titleOf } from './messages.ts'

/** A patient's page does not load what only staff see. */
const ChosenScans = lazyPart(async () => (await import('./ChosenScans.tsx')).ChosenScans)

/** /scan */
export const ScanPage = () => {
  const session = useSession()
  if (session?.role !== 'Patient')
    return (
      <Suspense fallback={<LoadingState />}>
        <ChosenScans />
      </Suspense>
    )
  return (
    <>
      <PageTitle
        title={titleOf(session.user)}
        documentTitle={messages.titleUnknown}
        subtitle={
          <WholeFacts>
            {`${nameOf(session.user)} · ${messages.mrn}: ${session.user.mrn_number || messages.noMrn}`}
          </WholeFacts>
        }
      />
      <MyScans />
    </>
  )
}
