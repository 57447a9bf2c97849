import type { UseFormReturnType } from '@mantine/form'

/** Empties a form. The focused field is blurred first: if left later, it would be validated as left empty. */
export const startOver = <V>(form: Pick<UseFormReturnType<V>, 'reset'>) => {
  const field = document.activeElement
  if (field instanceof HTMLElement && field.matches('input, textarea')) field.blur()
  form.reset()
}
