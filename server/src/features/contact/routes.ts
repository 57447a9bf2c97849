import { contactsPerProject, sendContactUs, VisitorMessage } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { addressesOfAdmins } from '../../clinic/records/admin-addresses.ts'
import { projectOfVisitor } from '../../clinic/records/projects.ts'
import { parseInput } from '../../platform/calls/read-request.ts'
import { onOpen, type Route } from '../../platform/calls/route.ts'
import { actorOf, type Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { contactMail } from './mail.ts'

/** Anybody can register with anybody's address, and is signed in: until the address is proven, their words count as a visitor's. */
const senderOf = (user: Caller | null, body: unknown) => {
  if (user && !user.confirmed) return { person_id: null, role: 'visitor' as const, name: user.name, email: user.email }
  if (user)
    return { person_id: actorOf(user), role: user.role, name: user.name, email: user.caregiver?.email ?? user.email }
  const { firstName, lastName, email } = parseInput(VisitorMessage, body)
  return { person_id: null, role: 'visitor' as const, name: `${firstName} ${lastName}`, email }
}

/** No page shows the stored message, so for a project without an address its admins get it. */
const recipientsOf = async (
  database: Platform['database'],
  { project_id, contact }: Awaited<ReturnType<typeof projectOfVisitor>>,
) =>
  contact.email
    ? [contact.email]
    : database.unscoped('recipients of the contact form', (db) => addressesOfAdmins(db, project_id))

export const contactRoutes = ({
  config,
  database,
  mail,
  rateLimits,
}: Pick<Platform, 'config' | 'database' | 'mail' | 'rateLimits'>): Route[] => [
  onOpen(sendContactUs, {
    before: async ({ user, body, request }) => {
      const sender = senderOf(user, body)
      const from = user ? { host: request.host, project: user.project } : request
      const project = await projectOfVisitor(database, from, config.defaultProject)
      // A flood from strangers does not block users whom the project knows.
      const pot = sender.role === 'visitor' ? 'contact-project' : 'contact-members'
      await rateLimits.spendRule(pot, project.project_id, contactsPerProject)
      return { sender, project, to: await recipientsOf(database, project) }
    },
    handle: async ({ db, body, user, audit, before: { sender, project, to } }) => {
      const message = {
        project_id: project.project_id,
        message_id: uuid(),
        subject: body.subject,
        message: body.helpMessage,
        ...sender,
      }
      Object.assign(audit, {
        project: project.project_id,
        patient: user?.patient,
        role: sender.role,
        object: message.message_id,
      })
      await db.insertInto('contact_messages').values(message).execute()
      if (to.length > 0) await mail.queue(db, contactMail(message, to))
      return { message: 'Your message has been sent successfully. We will review your request soon.' }
    },
  }),
]
