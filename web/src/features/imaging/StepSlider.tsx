import { Text } from '@mantine/core'
import styles from './controls.module.css'

type Props = {
  label: string
  /** Index of the current one, from 0, and how many there are. */
  at: number
  count: number
  /** The current one, in words. */
  text: string
  onChange: (at: number) => void
  isDisabled?: boolean
}

/** Steps through slices or times one by one. */
export const StepSlider = ({ label, at, count, text, onChange, isDisabled = false }: Props) => (
  <label>
    <Text span size="sm">
      {label}
    </Text>
    <input
      className={styles.slider}
      type="range"
      min={1}
      max={count}
      value={at + 1}
      aria-valuetext={text}
      disabled={isDisabled}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value) - 1)}
    />
  </label>
)
