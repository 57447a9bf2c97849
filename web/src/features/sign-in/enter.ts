import { type Membership, type Role, verifyIdentity } from '@fornix/contract'
import { ApiFailure, send } from '../../platform/calls/api.ts'
import { codeOf } from '../../platform/http/failure.ts'
import type { NewSession } from '../../platform/session/session.tsx'
import { projectsIn, withIdentity } from './arrive.ts'
import { messages } from './messages.ts'

/** The stage of a sign-in with an identity provider. */
export type Step =
  | { kind: 'choose'; token: string; memberships: Membership[] }
  | { kind: 'link'; token: string; sentence: string }
  | { kind: 'unknown' }
  | { kind: 'failed'; sentence: string }
  | { kind: 'arrived'; arrival: NewSession }

const failed = (sentence: string): Step => ({ kind: 'failed', sentence })

/** Signs in to one project, which uses up the token. */
export const enterProject = async (token: string, role: Role, project: string): Promise<Step> => {
  try {
    return { kind: 'arrived', arrival: await withIdentity(token, role, project) }
  } catch {
    return failed(messages.authenticateFailed)
  }
}

/** Asks whose token it is, and continues until a decision of the user is needed. */
export const enterWithToken = async (token: string): Promise<Step> => {
  try {
    const { project, role, ...found } = await send(verifyIdentity, { body: { token } })
    const memberships = projectsIn(found.memberships)
    if (memberships.length > 1) return { kind: 'choose', token, memberships }
    return await enterProject(token, role, project)
  } catch (error) {
    if (!(error instanceof ApiFailure)) return failed(messages.verifyFailed)
    if (error.status === 404) return { kind: 'unknown' }
    if (codeOf(error) === 'link_required') return { kind: 'link', token, sentence: error.message }
    return failed(error.body && error.status === 400 ? error.message : messages.verifyFailed)
  }
}
