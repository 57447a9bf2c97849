import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { messages } from './messages.ts'
import { type ListExtras, ProviderList } from './ProviderList.tsx'

/** /operatorList */
export const OperatorListPage = (extras: ListExtras) => (
  <>
    <PageTitle title={messages.list.title} />
    <ProviderList {...extras} />
  </>
)
