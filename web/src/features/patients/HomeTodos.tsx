import { Card, Title } from '@mantine/core'
import { type Todo, TodoItem } from '../../clinic/records/TodoItem.tsx'
import { messages } from './messages.ts'
import classes from './patients.module.css'

const List = ({ todos }: { todos: Todo[] }) => (
  <ul>
    {todos.map((todo) => (
      <TodoItem key={todo.title} {...todo} />
    ))}
  </ul>
)

/** One thing to do at a time; the others expand in place. */
export const HomeTodos = ({ todos: [first, ...others] }: { todos: Todo[] }) => (
  <Card component="section" className={classes.todos} aria-labelledby="todo">
    <Title order={2} size="h3" id="todo" mb="sm">
      {messages.home.todo}
    </Title>
    {first && <List todos={[first]} />}
    {others.length > 0 && (
      <details>
        <summary>{messages.home.more(others.length)}</summary>
        <List todos={others} />
      </details>
    )}
  </Card>
)
