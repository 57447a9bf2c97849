import { audienceOf, switchProject } from '@fornix/contract'
import { send } from '../calls/api.ts'
import { replaceSession } from './replace-session.ts'

/** Continues in another project of the same person. */
export const changeProject = (project: string) =>
  replaceSession(async ({ memberships, emailVerified: email_verified }) => {
    const { user_object: user, ...response } = await send(switchProject, { body: { project } })
    return { ...response, user, memberships, email_verified, audience: audienceOf(response.role) }
  }, 'project')
