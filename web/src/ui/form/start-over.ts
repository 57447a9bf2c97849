import type { UseFormReturnType } from '@mantine/form'

/** Empties a form. The field that has the focus gives it up first: left later, it would be checked as one that was left empty. */
export const startOver = <V>(form: Pick<UseFormReturnType<V>, 'reset'>) => {
  const field = document.activeElement
  if (field instanceof HTMLElement && field.matches('input, textarea')) field.blur()
  form.reset()
}
