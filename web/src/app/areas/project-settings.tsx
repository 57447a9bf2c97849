import { ProjectSettingsPage } from '../../features/project-settings/ProjectSettingsPage.tsx'
import { PolicyCard } from '../../features/two-step/PolicyCard.tsx'
import { RecoveriesCard } from '../../features/two-step/recovery/RecoveriesCard.tsx'

const TwoStep = () => (
  <>
    <PolicyCard />
    <RecoveriesCard />
  </>
)

/** /projectSettings with who needs two-step sign-in. */
export const ProjectSettings = () => <ProjectSettingsPage TwoStep={TwoStep} />
