import { choicesOf, kilogramsOf, type ScreeningAnswers, type ScreeningQuestion } from '@fornix/contract'
import { Button, Card, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { ForPerson } from '../../clinic/shell/ForPerson.tsx'
import { translated } from '../../platform/language/t.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { DraftNote } from '../../ui/form/DraftNote.tsx'
import { messages } from './messages.ts'
import { QuestionField } from './QuestionField.tsx'
import classes from './screening.module.css'
import type { Step } from './steps.ts'
import { type FormProps, useScreeningForm } from './use-screening-form.ts'

const answerText = (question: ScreeningQuestion, answers: ScreeningAnswers) => {
  const answer = answers[question.id] ?? ''
  if (answer === '') return messages.noAnswer
  if (question.range?.unit === 'lb') return messages.inKilograms(answer, kilogramsOf(Number(answer)))
  if (question.range) return `${answer} ${question.range.unit}`
  return choicesOf(question)?.some((word) => word === answer) ? messages.answers[answer as 'yes'] : answer
}

const Check = ({
  steps,
  answers,
  isSending,
  onChange,
}: {
  steps: Step[]
  answers: ScreeningAnswers
  /** Answers that are being sent cannot be edited. */
  isSending: boolean
  onChange: (at: number) => void
}) => (
  <Stack gap="lg">
    {steps.map(({ title, questions }, at) => (
      <section key={questions[0]?.id} aria-label={title}>
        <Group justify="space-between" align="flex-start" wrap="nowrap" mb={4}>
          <Title order={3} size="h4" mt={6}>
            {title}
          </Title>
          <Button
            variant="subtle"
            flex="none"
            disabled={isSending}
            onClick={() => onChange(at)}
            aria-label={messages.changeNamed(title)}
          >
            {messages.change}
          </Button>
        </Group>
        <dl className={classes.answers}>
          {questions.map((question) => (
            <div key={question.id}>
              <Text component="dt" size="sm" c="dimmed">
                {translated(question.text)}
              </Text>
              <Text component="dd" fw={600}>
                {answerText(question, answers)}
              </Text>
            </div>
          ))}
        </dl>
      </section>
    ))}
  </Stack>
)

type Form = ReturnType<typeof useScreeningForm>
const Questions = ({ step, form }: { step: Step; form: Form['form'] }) => (
  <Stack gap="xl" className={classes.steps}>
    {step.questions.map((question) => (
      <div key={question.id} className={question.when && classes.followUp}>
        <QuestionField question={question} field={form.getInputProps(question.id)} />
      </div>
    ))}
  </Stack>
)

const Heading = ({ at, steps, heading }: Pick<Form, 'at' | 'steps' | 'heading'>) => (
  <div>
    <Text size="sm" c="dimmed">
      {messages.step(at + 1, steps.length + 1)}
    </Text>
    <Progress value={((at + 1) / (steps.length + 1)) * 100} aria-label={messages.title} size="sm" my={6} />
    <Title order={2} size="h3" tabIndex={-1} ref={heading} className={classes.heading}>
      {steps[at]?.title ?? messages.checkTitle}
    </Title>
    {!steps[at] && <Text c="dimmed">{messages.checkLead}</Text>}
  </div>
)

/** The questions in short steps, and a review of all answers before they are sent. */
export const ScreeningForm = ({ onCancel, ...props }: FormProps & { onCancel?: (() => void) | undefined }) => {
  const { form, draft, steps, at, go, next, submit, problem, heading } = useScreeningForm(props)
  const step = steps[at]
  return (
    <Card
      component="form"
      aria-label={messages.title}
      noValidate
      onSubmit={(event: React.FormEvent<HTMLFormElement>) => {
        if (!step) return submit(event)
        event.preventDefault()
        next()
      }}
    >
      <Stack gap="lg">
        {!props.ofStaff && <ForPerson asks />}
        <DraftNote draft={draft} busy={form.submitting} />
        <Heading at={at} steps={steps} heading={heading} />
        {step ? (
          <Questions step={step} form={form} />
        ) : (
          <Check steps={steps} answers={form.values} isSending={form.submitting} onChange={(to) => go(to)} />
        )}
        {problem && <ErrorAlert>{problem}</ErrorAlert>}
      </Stack>
      <div className={classes.foot}>
        {at > 0 ? (
          <Button variant="default" size="md" disabled={form.submitting} onClick={() => go(at - 1)}>
            {messages.back}
          </Button>
        ) : (
          onCancel && (
            <Button variant="default" size="md" onClick={onCancel}>
              {messages.cancel}
            </Button>
          )
        )}
        <Button type="submit" size="md" loading={form.submitting}>
          {step
            ? at === steps.length - 1
              ? messages.toReview
              : messages.next
            : props.ofStaff
              ? messages.sendFor
              : messages.send}
        </Button>
      </div>
    </Card>
  )
}
