import { lastQuestion, ratedNames, ratedQuestions, type SurveyAnswers } from '@fornix/contract'
import { Text } from '@mantine/core'
import { translated } from '../../platform/language/t.ts'
import { messages } from './messages.ts'
import styles from './surveys.module.css'

const answerOf = (words: readonly string[], value: number | null) =>
  value === null ? messages.notApplicable : messages.answered(translated(words[value - 1] ?? ''), value)

/** Questions with their answers, as words and as numbers. */
export const AnswerList = ({ answers }: { answers: SurveyAnswers }) => (
  <dl className={styles.answers}>
    {ratedNames.map((name) => {
      const { text, words } = ratedQuestions[name]
      return (
        <div key={name}>
          <Text component="dt" size="sm" c="dimmed">
            {translated(text)}
          </Text>
          <Text component="dd" size="sm" fw={500} c={answers[name] === null ? 'dimmed' : undefined}>
            {answerOf(words, answers[name])}
          </Text>
        </div>
      )
    })}
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {translated(lastQuestion)}
      </Text>
      <Text component="dd" size="sm" className={styles.text} c={answers.question9 ? undefined : 'dimmed'}>
        {answers.question9 || messages.nothing}
      </Text>
    </div>
  </dl>
)
