import { TextInput } from '@mantine/core'
import { expect, test } from 'vitest'
import { show } from '../testing/show.tsx'

test.each(['light', 'dark'] as const)(
  'in the %s every wrong field has the border of an error, not only the focused one',
  async (scheme) => {
    const { screen } = await show(
      <>
        <TextInput label="Right" />
        <TextInput label="Wrong" error="Please correct it" />
      </>,
      { scheme },
    )
    const borderOf = (name: string) => getComputedStyle(screen.getByLabelText(name).element()).borderTopColor
    const sentence = getComputedStyle(screen.getByText('Please correct it').element()).color
    expect(borderOf('Wrong')).toBe(sentence)
    expect(borderOf('Right')).not.toBe(sentence)
  },
)
