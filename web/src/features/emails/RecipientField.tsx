import { parseAddress } from '@fornix/contract'
import { Pill, TagsInput, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './emails.module.css'
import { messages } from './messages.ts'
import type { Composer } from './use-composer.ts'

const tagsOf = (text: string) =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)

/** Addresses as pills; a wrong one is marked in place and stays, so that it can be put right. */
export const RecipientField = ({ form, name }: { form: Composer['form']; name: 'to_email' | 'cc' | 'bcc' }) => {
  const { value, onChange, ...props } = form.getInputProps(name)
  return (
    <TagsInput
      {...props}
      label={messages.compose.labels[name]}
      withAsterisk={name === 'to_email'}
      value={tagsOf(form.values[name])}
      onChange={(tags) => {
        form.setFieldValue(name, tags.join(', '))
        form.clearFieldError(name)
      }}
      splitChars={[',', ';', ' ', '\n']}
      placeholder={form.values[name] === '' ? 'name@example.com' : ''}
      autoComplete="off"
      inputMode="email"
      renderPill={({ option, onRemove }) => {
        const address = String(option.value)
        const wrong = parseAddress(address) === null
        return (
          <Pill withRemoveButton onRemove={onRemove} className={wrong ? classes.wrong : classes.pill}>
            {wrong && <IconAlertTriangle size={12} aria-hidden />}
            {wrong && <VisuallyHidden>{messages.compose.wrongAddress}</VisuallyHidden>}
            {address}
          </Pill>
        )
      }}
    />
  )
}
