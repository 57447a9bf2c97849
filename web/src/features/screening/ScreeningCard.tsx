import { questionsOf, type Screening } from '@fornix/contract'
import { Stack, Text, Title } from '@mantine/core'
import { formatDateTime } from '../../ui/display/dates.ts'
import { AnswerLines } from './AnswerLines.tsx'
import classes from './screening.module.css'
import { staffMessages as texts } from './staff-messages.ts'

/** Questions that do not apply to this patient: pregnancy if not possible, and those about contrast if none is used. */
const notAsked = ({ version, answers }: Screening) =>
  questionsOf(version).filter(
    ({ id, when, optional }) => !answers[id] && !optional && (!when || !id.startsWith(`${when.question}_`)),
  )

const Reviews = ({ reviews }: Pick<Screening, 'reviews'>) => (
  <div>
    <Title order={4} size="h5" mb={4}>
      {texts.reviews}
    </Title>
    <ul className={classes.lines}>
      {reviews.map(({ decision, note, signature, role, reviewed_at }) => (
        <li key={reviewed_at}>
          <Text size="sm" fw={600}>
            {texts.reviewed(texts.decisions[decision], formatDateTime(reviewed_at), texts.byStaff(signature, role))}
          </Text>
          {note && (
            <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
              {note}
            </Text>
          )}
        </li>
      ))}
    </ul>
  </div>
)

const fillerOf = ({ filled_as, filled_by, filled_role }: Screening) => {
  if (filled_as === 'patient') return texts.self(filled_by)
  return filled_as === 'caregiver' ? filled_by : texts.byStaff(filled_by, filled_role)
}

/** One set of answers with its reviews. */
export const ScreeningCard = ({ screening }: { screening: Screening }) => {
  const { version, answers, filled_at, reviews } = screening
  const left = notAsked(screening)
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {texts.answered(formatDateTime(filled_at), fillerOf(screening))}
      </Text>
      <AnswerLines version={version} answers={answers} />
      {left.length > 0 && (
        <Text size="sm" c="dimmed">
          {texts.notAsked(left.map(({ label }) => label).join(', '))}
        </Text>
      )}
      {reviews.length > 0 && <Reviews reviews={reviews} />}
    </Stack>
  )
}
