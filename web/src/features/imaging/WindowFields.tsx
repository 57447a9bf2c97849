import { NumberInput, UnstyledButton } from '@mantine/core'
import styles from './controls.module.css'
import type { Windowing } from './images.ts'
import { messages } from './messages.ts'
import { decimalsOf, isSameWindowing, type Preset, plainNumber } from './windowing.ts'

type Props = {
  windowing: Windowing | undefined
  presets: readonly Preset[]
  onWindowing: (windowing: Windowing) => void
}

/** Window and level by numbers and by presets. */
export const WindowFields = ({ windowing, presets, onWindowing }: Props) => {
  if (!windowing) return null
  const decimals = decimalsOf(windowing.width)
  const least = 10 ** -decimals
  const field = (label: string, part: keyof Windowing, min?: number) => (
    <NumberInput
      label={label}
      value={plainNumber(windowing[part], decimals)}
      step={windowing.width < 100 ? 10 * least : 10}
      decimalScale={decimals}
      {...(min !== undefined && { min })}
      onChange={(value) => {
        const isNew = typeof value === 'number' && value !== Number(plainNumber(windowing[part], decimals))
        if (isNew && value >= (min ?? -Infinity)) onWindowing({ ...windowing, [part]: value })
      }}
    />
  )
  return (
    <>
      <div className={styles.commands}>
        {field(messages.staff.windowCenter, 'center')}
        {field(messages.staff.windowWidth, 'width', least)}
      </div>
      <div className={styles.commands} style={{ margin: '8px 0' }}>
        {presets.map((preset) => (
          <UnstyledButton
            key={preset.name}
            className={styles.command}
            aria-pressed={isSameWindowing(preset.windowing, windowing)}
            onClick={() => onWindowing(preset.windowing)}
          >
            {messages.staff.presets[preset.name]}
          </UnstyledButton>
        ))}
      </div>
    </>
  )
}
