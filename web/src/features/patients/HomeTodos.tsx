import { Card, Title } from '@mantine/core'
import { IconClipboardText } from '@tabler/icons-react'
import { type ComponentType, Suspense } from 'react'
import { TodoItem } from '../../ui/display/TodoItem.tsx'
import { messages } from './messages.ts'
import classes from './patients.module.css'
import type { PatientRecord } from './use-patient-record.ts'

// Without these nobody can be scanned; the others may rightly be empty.
const needed = ['neck_length', 'head_circumference', 'pregnant_or_nursing', 'birth_control_pills', 'gender'] as const

const MedicalTodo = ({ medicalInformation }: Pick<PatientRecord, 'medicalInformation'>) => {
  const open = needed.filter((name) => medicalInformation[name] === '')
  if (open.length === 0) return null
  return (
    <TodoItem
      icon={IconClipboardText}
      title={messages.home.medicalTodo}
      text={messages.home.medicalTodoText(open.map((name) => messages.fields[name]))}
      to="#medical-information"
    />
  )
}

type Props = { record: PatientRecord; todos: ComponentType[] }

/** What is open to do: the features' own components say what waits, and render nothing when nothing does. */
export const HomeTodos = ({ record, todos }: Props) => (
  <Card component="section" className={classes.todos} withBorder radius="lg" p="lg" aria-labelledby="todo">
    <Title order={2} size="h3" id="todo" mb="sm">
      {messages.home.todo}
    </Title>
    <ul>
      <MedicalTodo {...record} />
      {todos.map((Todo, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <Suspense key={n}>
          <Todo />
        </Suspense>
      ))}
    </ul>
  </Card>
)
