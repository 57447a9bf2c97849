import { choicesOf, kilogramsOf, type ScreeningAnswers, type ScreeningQuestion } from '@fornix/contract'
import { Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { translated } from '../../platform/language/t.ts'
import { RadioCards } from '../../ui/form/RadioCards.tsx'
import { messages } from './messages.ts'
import classes from './screening.module.css'

type Props = {
  question: ScreeningQuestion
  /** The form's props for the field. */
  field: ReturnType<UseFormReturnType<ScreeningAnswers>['getInputProps']>
}

/** Shows users who think in kilograms that a different number is meant: the scanner's limits depend on it. */
const inKilograms = (typed: string) => {
  const pounds = typed.trim()
  return /^\d{1,4}$/.test(pounds) && messages.inKilograms(pounds, kilogramsOf(Number(pounds)))
}

/** One question, by its kind. */
export const QuestionField = ({ question, field }: Props) => {
  const { text, hint, optional, range } = question
  const label = translated(text) + (optional ? messages.optional : '')
  const choices = choicesOf(question)
  if (choices)
    return (
      <RadioCards
        label={
          <>
            {label}
            {hint && (
              <Text component="span" display="block" size="sm" c="dimmed">
                {translated(hint)}
              </Text>
            )}
          </>
        }
        options={choices.map((value) => ({ value, label: messages.answers[value] }))}
        {...field}
      />
    )
  if (range)
    return (
      <div>
        <TextInput
          label={label}
          description={hint && translated(hint)}
          inputMode="numeric"
          styles={{ wrapper: { maxWidth: 220 } }}
          rightSection={
            <Text size="sm" c="dimmed" aria-hidden>
              {range.unit}
            </Text>
          }
          {...field}
        />
        {range.unit === 'lb' && (
          <Text size="sm" mt={4} role="status">
            {inKilograms(field.value)}
          </Text>
        )}
      </div>
    )
  return (
    <Textarea
      label={label}
      description={hint && translated(hint)}
      autosize
      minRows={1}
      maxRows={6}
      className={classes.text}
      {...field}
    />
  )
}
