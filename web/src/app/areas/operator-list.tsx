import { OperatorListPage } from '../../features/providers/OperatorListPage.tsx'
import { providerExtras } from './provider-extras.tsx'

/** /operatorList with what the other features put into it. */
export const Component = () => <OperatorListPage {...providerExtras} />
