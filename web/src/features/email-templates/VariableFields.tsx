import { type Variable, variableNames, variables } from '@fornix/contract'
import { Button, Fieldset, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type FocusEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { messages } from './messages.ts'

export type TemplateValues = { name: string; subject: string; message: string }
type Form = UseFormReturnType<TemplateValues>
type Place = 'subject' | 'message'

/** Inserts a variable at the last typing position, and puts the caret after it. */
const useInsert = (form: Form) => {
  const place = useRef<Place>('message')
  const insert = (name: Variable) => {
    const at = place.current
    const field = form.getInputNode(at) as HTMLInputElement | HTMLTextAreaElement | null
    const text = form.values[at]
    const start = field?.selectionStart ?? text.length
    const end = field?.selectionEnd ?? text.length
    const variable = `{{${name}}}`
    flushSync(() => form.setFieldValue(at, text.slice(0, start) + variable + text.slice(end)))
    field?.focus()
    field?.setSelectionRange(start + variable.length, start + variable.length)
  }
  const remember = (at: Place) => {
    place.current = at
  }
  return { insert, remember }
}

const Chips = ({ onInsert }: { onInsert: (name: Variable) => void }) => (
  <Fieldset variant="unstyled" mx={0} legend={messages.insert}>
    <Text size="xs" c="dimmed" mb={6}>
      {messages.insertHint}
    </Text>
    <Group gap={6}>
      {variableNames.map((name) => (
        <Button
          key={name}
          variant="default"
          size="compact-sm"
          radius="xl"
          title={`{{${name}}}`}
          aria-label={messages.insertOne(variables[name].label)}
          onClick={() => onInsert(name)}
        >
          {variables[name].label}
        </Button>
      ))}
    </Group>
  </Fieldset>
)

/** Subject and message of a template, and the variables to insert. */
export const VariableFields = ({ form }: { form: Form }) => {
  const { insert, remember } = useInsert(form)
  const propsOf = (at: Place) => {
    const props = form.getInputProps(at)
    return {
      ...props,
      onFocus: (event: FocusEvent) => {
        remember(at)
        props.onFocus?.(event)
      },
    }
  }
  return (
    <Stack gap="md">
      <TextInput
        {...propsOf('subject')}
        label={messages.labels.subject}
        withAsterisk
        maxLength={200}
        autoComplete="off"
      />
      <Textarea
        {...propsOf('message')}
        label={messages.labels.message}
        withAsterisk
        autosize
        minRows={8}
        maxRows={24}
      />
      <Chips onInsert={insert} />
    </Stack>
  )
}
