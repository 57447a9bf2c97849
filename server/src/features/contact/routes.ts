import { contactsPerProject, sendContactUs, VisitorMessage } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { projectOfVisitor } from '../../clinic/records/projects.ts'
import { parseInput } from '../../platform/calls/read-request.ts'
import { onOpen, type Route } from '../../platform/calls/route.ts'
import { actorOf, type Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { contactMail } from './mail.ts'

const senderOf = (user: Caller | null, body: unknown) => {
  if (user)
    return { person_id: actorOf(user), role: user.role, name: user.name, email: user.caregiver?.email ?? user.email }
  const { firstName, lastName, email } = parseInput(VisitorMessage, body)
  return { person_id: null, role: 'visitor' as const, name: `${firstName} ${lastName}`, email }
}

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
      await rateLimits.spendRule('contact-project', project.project_id, contactsPerProject)
      return { sender, project }
    },
    handle: async ({ db, body, user, audit, before: { sender, project } }) => {
      const message = {
        project_id: project.project_id,
        message_id: uuid(),
        subject: body.subject,
        message: body.helpMessage,
        ...sender,
      }
      Object.assign(audit, { project: project.project_id, patient: user?.patient, object: message.message_id })
      await db.insertInto('contact_messages').values(message).execute()
      // A project without an address of its own has the stored message.
      if (project.contact.email) await mail.queue(db, contactMail(message, project.contact.email))
      return { message: 'Your message has been sent successfully. We will review your request soon.' }
    },
  }),
]
