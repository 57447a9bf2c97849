import type { UseFormReturnType } from '@mantine/form'

const nothing = () => {}

/**
 * A form as its fields show it while it is on its way: whoever types now would lose it with the response. Unlike disabled fields, these
 * keep the focus. The form itself still takes what the response says.
 */
export const readOnlyForm = <V>(form: UseFormReturnType<V>): UseFormReturnType<V> => ({
  ...form,
  getInputProps: (path, options) => ({ ...form.getInputProps(path, options), readOnly: true, onChange: nothing }),
  setValues: nothing,
  setFieldValue: nothing,
  insertListItem: nothing,
  removeListItem: nothing,
  replaceListItem: nothing,
  reorderListItem: nothing,
})
