import { ProjectSettingsPage } from '../../features/project-settings/ProjectSettingsPage.tsx'
import { PolicyCard } from '../../features/two-step/PolicyCard.tsx'

/** /projectSettings with who needs two steps to sign in. */
export const ProjectSettings = () => <ProjectSettingsPage TwoStep={PolicyCard} />
