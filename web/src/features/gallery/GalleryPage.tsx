import { PageTitle } from '../../ui/PageTitle.tsx'

export const Component = () => <PageTitle title="Components" />
