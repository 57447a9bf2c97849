import { audienceOf, switchProject } from '@fornix/contract'
import { send } from '../calls/api.ts'
import { replaceSession } from './replace-session.ts'

/** Continues in another project of the same person. */
export const changeProject = (project: string) =>
  replaceSession(async ({ memberships, emailVerified: email_verified }) => {
    const { user_object: user, ...reply } = await send(switchProject, { body: { project } })
    return { ...reply, user, memberships, email_verified, audience: audienceOf(reply.role) }
  }, 'project')
