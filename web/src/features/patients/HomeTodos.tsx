import { Card, Title } from '@mantine/core'
import { IconClipboardText } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { TodoItem } from '../../ui/display/TodoItem.tsx'
import { messages } from './messages.ts'
import classes from './patients.module.css'
import type { OwnRecord } from './use-patient-record.ts'

// Without these nobody can be scanned; the others may rightly be empty. Head and neck are measured at the visit.
const ofWomen = ['pregnant_or_nursing', 'birth_control_pills'] as const
const neededOf = (gender: string) => (gender === 'Male' ? [] : ['gender' as const, ...ofWomen])

const MedicalTodo = ({ medicalInformation }: Pick<OwnRecord, 'medicalInformation'>) => {
  const open = neededOf(medicalInformation.gender).filter((name) => medicalInformation[name] === '')
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

type Props = { record: OwnRecord; todos: ComponentType[] }

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
        <Todo key={n} />
      ))}
    </ul>
  </Card>
)
