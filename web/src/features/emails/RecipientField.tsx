import { parseAddress } from '@fornix/contract'
import { Pill, PillsInput, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import classes from './emails.module.css'
import { messages } from './messages.ts'
import type { Composer } from './use-composer.ts'

const separator = /[,;\s]+/
const addressesOf = (text: string) => text.split(separator).filter(Boolean)
/** A field that loses the focus grows by a pill; the button that was meant must not move away under the finger. */
const blurDelayMs = 250

const Address = ({ address, onRemove }: { address: string; onRemove: () => void }) => {
  const wrong = parseAddress(address) === null
  return (
    <Pill withRemoveButton onRemove={onRemove} className={wrong ? classes.wrong : classes.pill}>
      {wrong && <IconAlertTriangle size={12} aria-hidden />}
      {wrong && <VisuallyHidden>{messages.compose.wrongAddress}</VisuallyHidden>}
      {address}
    </Pill>
  )
}

/**
 * Addresses as pills; a wrong one is marked in place and stays, so that it can be put right. The form's value is the text of
 * all of them with what is being typed, so that nothing has to be confirmed before it counts.
 */
export const RecipientField = ({ form, name }: { form: Composer['form']; name: 'to_email' | 'cc' | 'bcc' }) => {
  const [typed, setTyped] = useState('')
  const { value, error, ...props } = form.getInputProps(name)
  const all = addressesOf(value)
  const isTyping = typed !== '' && all.at(-1) === typed
  const pills = isTyping ? all.slice(0, -1) : all

  const change = (addresses: string[], typing = '') => {
    setTyped(typing)
    form.setFieldValue(name, [...new Set(addresses), ...(typing ? [typing] : [])].join(', '))
  }
  const type = (text: string) => {
    const parts = text.split(separator)
    const last = parts.pop() ?? ''
    change([...pills, ...parts.filter(Boolean)], last)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && isTyping && !event.nativeEvent.isComposing) {
      event.preventDefault()
      change(all)
    }
    if (event.key === 'Backspace' && !isTyping && pills.length > 0) change(pills.slice(0, -1))
  }
  return (
    <PillsInput label={messages.compose.labels[name]} withAsterisk={name === 'to_email'} error={error}>
      <Pill.Group>
        {pills.map((address, at) => (
          <Address
            key={address}
            address={address}
            onRemove={() => change(pills.toSpliced(at, 1), isTyping ? typed : '')}
          />
        ))}
        <PillsInput.Field
          {...props}
          value={isTyping ? typed : ''}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={() => setTimeout(() => setTyped(''), blurDelayMs)}
          placeholder={value === '' ? 'name@example.com' : ''}
          autoComplete="off"
          inputMode="email"
          required={name === 'to_email'}
        />
      </Pill.Group>
    </PillsInput>
  )
}
