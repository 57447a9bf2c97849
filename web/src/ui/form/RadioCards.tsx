import { Input } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useId } from 'react'
import styles from './radio-cards.module.css'

type Props = {
  label: ReactNode
  options: readonly { value: string; label: string; icon?: TablerIcon }[]
  value?: string
  onChange: (value: string) => void
  error?: ReactNode
  disabled?: boolean
  /** Lets the form find the field; see `getInputNode`. */
  'data-path'?: string
}

const longestOf = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length))

/** Length in letters. A word that does not fit would overflow its card. */
const lengthsOf = (options: Props['options']) => {
  const labels = options.map(({ label }) => label)
  return {
    '--longest-word': longestOf(labels.flatMap((label) => label.split(' '))),
    '--longest-label': longestOf(labels),
  } as CSSProperties
}

/** One choice among a few, each a card with its word: native radio buttons, so that arrow keys choose. */
export const RadioCards = ({ label, options, value, onChange, error, disabled, 'data-path': path }: Props) => {
  const id = useId()
  return (
    <fieldset className={styles.group} disabled={disabled} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.cards} style={lengthsOf(options)}>
        {options.map(({ value: own, label: word, icon: Icon }, at) => (
          <label key={own} className={styles.card}>
            <input
              type="radio"
              name={id}
              value={own}
              checked={value === own}
              aria-invalid={error ? true : undefined}
              onChange={() => onChange(own)}
              data-path={at === 0 ? path : undefined}
            />
            {Icon && <Icon size={22} aria-hidden />}
            <span>{word}</span>
          </label>
        ))}
      </div>
      {error && (
        <Input.Error id={`${id}-error`} mt={6}>
          {error}
        </Input.Error>
      )}
    </fieldset>
  )
}
