import { lastQuestion, ratedNames, ratedQuestions, type Survey } from '@fornix/contract'
import { Card, Stack, Textarea, Title } from '@mantine/core'
import { ForPerson } from '../../clinic/shell/ForPerson.tsx'
import { translated } from '../../platform/language/t.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { DraftNote } from '../../ui/form/DraftNote.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { FormButtons } from '../../ui/form/FormButtons.tsx'
import { RadioCards } from '../../ui/form/RadioCards.tsx'
import { messages } from './messages.ts'
import styles from './surveys.module.css'
import { none, useSurvey } from './use-survey.ts'

const groups = ['scan', 'visit', 'enrollment'] as const
const numberOf = (name: string) => Number(name.replace('question', ''))
const alertLabels = Object.fromEntries(
  [...ratedNames, 'question9'].map((name) => [name, messages.question(numberOf(name))]),
)
const optionsOf = ({ words, optional }: { words: readonly string[]; optional: boolean }) => [
  ...words.map((word, at) => ({ value: String(at + 1), label: translated(word) })),
  ...(optional ? [{ value: none, label: messages.notApplicable }] : []),
]

type Props = { survey: Survey; onSent: () => void; onCancel?: (() => void) | undefined }

/** The nine questions about a scan visit. */
export const SurveyForm = ({ survey, onSent, onCancel }: Props) => {
  const { form, draft, submit, problem, jump } = useSurvey(survey, onSent)
  return (
    <form onSubmit={submit} noValidate aria-label={messages.title}>
      <div className={styles.notes}>
        <DraftNote draft={draft} busy={form.submitting} />
        <FormAlert errors={form.errors} labels={alertLabels} onJump={jump} />
        <ForPerson asks />
      </div>
      <Stack gap="lg">
        {groups.map((group) => (
          <Card key={group} component="section" aria-label={messages.groups[group]}>
            <Title order={2} size="h3" mb="md">
              {messages.groups[group]}
            </Title>
            <Stack gap="xl">
              {ratedNames
                .filter((name) => ratedQuestions[name].group === group)
                .map((name) => (
                  <RadioCards
                    key={name}
                    label={messages.numbered(numberOf(name), translated(ratedQuestions[name].text))}
                    options={optionsOf(ratedQuestions[name])}
                    {...form.getInputProps(name)}
                  />
                ))}
            </Stack>
          </Card>
        ))}
        <Card component="section" aria-label={messages.other}>
          <Title order={2} size="h3" mb="md">
            {messages.other}
          </Title>
          <Textarea
            label={messages.numbered(9, translated(lastQuestion)) + messages.optional}
            autosize
            minRows={4}
            maxRows={12}
            {...form.getInputProps('question9')}
          />
        </Card>
        {problem && <ErrorAlert>{problem}</ErrorAlert>}
        <FormButtons submit={messages.submit} busy={form.submitting} onCancel={onCancel} size="md" />
      </Stack>
    </form>
  )
}
