import { NumberInput, UnstyledButton } from '@mantine/core'
import type { Windowing } from './images.ts'
import { messages } from './messages.ts'
import styles from './viewer.module.css'
import type { Preset } from './windowing.ts'

type Props = {
  windowing: Windowing | undefined
  presets: readonly Preset[]
  onWindowing: (windowing: Windowing) => void
}

/** Window and level by numbers and by presets. */
export const WindowFields = ({ windowing, presets, onWindowing }: Props) => {
  if (!windowing) return null
  const field = (label: string, part: keyof Windowing, min?: number) => (
    <NumberInput
      label={label}
      value={windowing[part]}
      step={10}
      decimalScale={1}
      {...(min !== undefined && { min })}
      onChange={(value) => {
        if (typeof value === 'number' && value !== windowing[part] && value >= (min ?? -Infinity))
          onWindowing({ ...windowing, [part]: value })
      }}
    />
  )
  const isShown = (preset: Preset) =>
    preset.windowing.center === windowing.center && preset.windowing.width === windowing.width
  return (
    <>
      <div className={styles.commands}>
        {field(messages.windowCenter, 'center')}
        {field(messages.windowWidth, 'width', 1)}
      </div>
      <div className={styles.commands} style={{ margin: '8px 0' }}>
        {presets.map((preset) => (
          <UnstyledButton
            key={preset.name}
            className={styles.command}
            aria-pressed={isShown(preset)}
            onClick={() => onWindowing(preset.windowing)}
          >
            {messages.presets[preset.name]}
          </UnstyledButton>
        ))}
      </div>
    </>
  )
}
