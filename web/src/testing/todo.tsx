import { type Todo, TodoItem } from '../clinic/records/TodoItem.tsx'

/** Shows what a feature adds to the tasks on a patient's home. */
export const showing = (useTodo: () => Todo | undefined) => () => {
  const todo = useTodo()
  return <ul>{todo && <TodoItem {...todo} />}</ul>
}
