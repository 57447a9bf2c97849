import { type AnswerLine, answerLines, type Screening } from '@fornix/contract'
import { Text } from '@mantine/core'
import { translated } from '../../platform/language/t.ts'
import classes from './screening.module.css'

const Line = ({ line }: { line: AnswerLine }) => (
  <li className={line.flagged ? classes.flagged : undefined}>
    <Text component="span" size="sm" c={line.flagged ? undefined : 'dimmed'}>
      {translated(line.label)}:{' '}
    </Text>
    <Text component="span" size="sm" fw={600}>
      {translated(line.answer)}
    </Text>
    {line.details.map(({ id, label, answer }) => (
      <Text key={id} size="sm">
        {translated(label)}: {translated(answer)}
      </Text>
    ))}
  </li>
)

type Answers = Pick<Screening, 'version' | 'answers'>

/** All answers, with those that need review first. */
export const AnswerLines = ({ version, answers }: Answers) => (
  <ul className={classes.lines}>
    {answerLines(version, answers).map((line) => (
      <Line key={line.id} line={line} />
    ))}
  </ul>
)
