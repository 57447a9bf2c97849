import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { expect, test } from 'vitest'
import { goOffline } from '../../testing/offline.ts'
import { show } from '../../testing/show.tsx'
import { useSubmit } from './use-submit.ts'

const FormOf = ({ name, send }: { name: string; send: () => Promise<void> }) => {
  const form = useForm({ initialValues: { text: '' } })
  const { submit, fields } = useSubmit(form, send, { onDone: () => undefined, sentence: () => 'Failed' })
  return (
    <form onSubmit={submit} noValidate aria-label={name}>
      <TextInput label="Text" {...fields.getInputProps('text')} />
      <Button type="submit" loading={form.submitting}>
        Save
      </Button>
    </form>
  )
}

test('a form that is on its way stays locked while another one waits for the network', async () => {
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  const { screen } = await show(
    <>
      <FormOf name="First" send={() => first.promise} />
      <FormOf name="Second" send={() => second.promise} />
    </>,
  )
  const of = (name: string) => {
    const form = screen.getByRole('form', { name })
    return { field: form.getByLabelText('Text'), save: form.getByRole('button', { name: 'Save' }) }
  }
  const [one, two] = [of('First'), of('Second')]
  await one.save.click()
  await expect.element(one.field).toHaveAttribute('readonly')
  const comeBack = goOffline()
  await two.save.click()
  await expect.element(two.save).toBeDisabled()
  await expect.element(two.field).not.toHaveAttribute('readonly')
  await expect.element(one.field).toHaveAttribute('readonly')
  comeBack()
  await expect.element(two.field).toHaveAttribute('readonly')
  first.resolve()
  await expect.element(one.field).not.toHaveAttribute('readonly')
  await expect.element(two.field).toHaveAttribute('readonly')
  second.resolve()
  await expect.element(two.field).not.toHaveAttribute('readonly')
})
