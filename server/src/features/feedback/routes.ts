import { getFeedback, type StaffFeedback, submitFeedback, totalsOf } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { on, type Route } from '../../platform/calls/route.ts'
import { sameInProject } from '../../platform/database/same-in-project.ts'

export const feedbackRoutes = (): Route[] => [
  on(submitFeedback, async ({ db, user, body, audit }) => {
    const feedback_id = uuid()
    audit.object = feedback_id
    await db
      .insertInto('staff_feedback')
      .values({ ...body, feedback_id, provider_id: user.person, role: user.role })
      .execute()
    return { message: 'Your feedback has been submitted successfully!' }
  }),

  on(getFeedback, async ({ db, query: { page, page_size } }) => {
    const { total } = await db
      .selectFrom('staff_feedback')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    // Authors who have left the project are still named.
    const feedback = await db
      .selectFrom('staff_feedback as f')
      .innerJoin('providers as p', (join) => sameInProject(join, 'p', 'f', 'provider_id'))
      .select([
        'f.feedback_id',
        'p.email',
        'p.first_name',
        'p.last_name',
        'f.role',
        'f.project_id',
        'f.feedback_type',
        'f.feedback_comments',
        'f.experience',
        'f.upload_date',
      ])
      .orderBy('f.upload_date', 'desc')
      .orderBy('f.feedback_id', 'desc')
      .limit(page_size)
      .offset((page - 1) * page_size)
      .$narrowType<Pick<StaffFeedback, 'role' | 'experience'>>()
      .execute()
    return { feedback, ...totalsOf(total, page_size) }
  }),
]
