import { undoFactor } from '@fornix/contract'
import { useParams } from 'react-router'
import { TakeBackPage } from '../../clinic/shell/TakeBackPage.tsx'
import { useSend } from '../../platform/calls/api.ts'
import { messages } from './messages.ts'

/** The page of the link in the mail about a new factor. */
export function UndoFactorPage() {
  const { token = '' } = useParams()
  const undo = useSend(undoFactor)
  const press = () => undo.mutate({ body: { undo_token: token } })
  return <TakeBackPage {...messages.undo} failed={messages.tryAgain} call={undo} onPress={press} done={undo.data} />
}
