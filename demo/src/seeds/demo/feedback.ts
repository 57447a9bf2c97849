import { getFeedback, getSurvey, type NewFeedback, submitFeedback, submitSurvey } from '@fornix/contract'
import type { SignedIn } from './sign-in.ts'

type Opinion = { by: string; admin: string } & NewFeedback
const northside = { admin: 'admin@northside.example' }

const opinions: Opinion[] = [
  {
    ...northside,
    by: 'tech@northside.example',
    feedback_type: 'Mobile Experience',
    feedback_comments: 'On the tablet beside the scanner the patient header stays in sight while I scroll. Helpful.',
    experience: 'happy',
  },
  {
    ...northside,
    by: 'nurse@northside.example',
    feedback_type: 'Functionality',
    feedback_comments: 'I would like to see at a glance who has not filled in the medical information before a visit.',
    experience: 'sad',
  },
  {
    ...northside,
    by: 'physician@northside.example',
    feedback_type: 'Performance',
    feedback_comments: 'Searching by the beginning of a name is quick.\nPlease keep it that way.',
    experience: 'happy',
  },
  {
    admin: 'admin@lakeview.example',
    by: 'nurse@lakeview.example',
    feedback_type: 'Content Quality',
    feedback_comments: 'Patients understand the page about preparing for a scan. Fewer calls since then.',
    experience: 'happy',
  },
]

const firstVisit = {
  question1: 5,
  question2: null,
  question3: 4,
  question4: 4,
  question5: 3,
  question6: 5,
  question7: 4,
  question8: 4,
  question9: 'The technologist explained every noise before it came. The train connection in the evening was poor.',
}

/** What staff think of the portal. What is there already is not said twice. */
export const feedback = async (as: SignedIn) => {
  for (const { by, admin, ...opinion } of opinions) {
    const said = await (await as(admin)).call(getFeedback, { query: { page_size: 50 } })
    const isThere = said.feedback.some(({ feedback_comments }) => feedback_comments === opinion.feedback_comments)
    if (!isThere) await (await as(by)).call(submitFeedback, { body: opinion })
  }
}

/** Ana has answered about her first scan; the portal still asks her about the second. */
export const surveys = async (as: SignedIn) => {
  const ana = await as('ana.rivera@northside.example')
  const first = (await ana.call(getSurvey, {})).surveys.at(-1)
  if (first?.state === 'open') await ana.call(submitSurvey, { body: { ...firstVisit, study_UID: first.study_UID } })
}
