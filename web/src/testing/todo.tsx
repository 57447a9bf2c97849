import { type Todo, TodoItem } from '../ui/display/TodoItem.tsx'

/** Shows what a feature brings to the things to do on a patient's home. */
export const showing = (useTodo: () => Todo | undefined) => () => {
  const todo = useTodo()
  return <ul>{todo && <TodoItem {...todo} />}</ul>
}
